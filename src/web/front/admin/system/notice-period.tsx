import type { Maintenance } from '#domain/notices.ts'
import { m } from '#messages/generated/messages.js'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'

type NoticePeriodProps = {
  period: Maintenance
  faults: Faults
  hint: string
  /** A note beside each time that may be left out. */
  optional?: string
  onChange: (changed: Partial<Maintenance>) => void
}

/** The times of a notice, where the seller is. */
export function NoticePeriod({ period, faults, hint, optional, onChange }: NoticePeriodProps) {
  return (
    <div className="grid gap-1.5">
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        {(['from', 'until'] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={name === 'from' ? m.notices_from() : m.notices_until()}
            {...(optional !== undefined && { optional })}
            value={period[name]}
            error={faults[name]}
            onChange={({ target }) => onChange({ [name]: target.value.slice(0, 16) })}
          />
        ))}
      </div>
      <p className="caption">{hint}</p>
    </div>
  )
}
