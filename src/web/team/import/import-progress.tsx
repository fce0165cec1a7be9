import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** How far a file has been read and checked. `done` goes from 0 to 1. */
export function ImportProgress({
  label,
  done,
  onCancel,
}: {
  label: string
  done: number
  onCancel: () => void
}) {
  const percent = Math.round(done * 100)
  return (
    <div className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex justify-between gap-4 text-sm">
          <span>{label}</span>
          <span className="num text-muted">{percent} %</span>
        </p>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button onClick={onCancel}>{m.import_cancel()}</Button>
    </div>
  )
}
