import { type ReactNode, useId } from 'react'
import { m } from '#messages/generated/messages.js'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'

/** One step of the set-up: its heading, purpose and controls. */
export function StepSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <div className="grid gap-1">
        <h2 id={id}>{title}</h2>
        <p className="max-w-prose text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Values to copy to another site, each with its name. */
export function Values({ values }: { values: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid w-full gap-3">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm font-medium">{name}</dt>
          <dd className="flex items-center gap-1.5">
            <span className="num min-w-0 break-all select-all">{value}</span>
            <CopyButton
              text={value}
              label={m.invite_copy()}
              copied={m.invite_copied()}
              failed={m.invite_not_copied()}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
