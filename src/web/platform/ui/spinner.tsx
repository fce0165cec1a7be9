import { m } from '#messages/generated/messages.js'

/** For waits without a known shape for a skeleton; hidden for the first moment, so that quick answers do not flash. */
export function Spinner({ label = m.loading() }: { label?: string }) {
  return (
    <div role="status" className="appear-late grid place-items-center py-24">
      <span className="size-6 animate-spin rounded-full border-2 border-line border-t-accent" aria-hidden />
      <span className="sr-only">{label}</span>
    </div>
  )
}
