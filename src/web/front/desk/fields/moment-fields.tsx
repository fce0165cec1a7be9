import { Field } from '#web/platform/ui/field.tsx'

type Moment = { readonly day: string; readonly time: string }

/** A day and a time, typed; without a day, there is no time. */
export function MomentFields({
  legend,
  names,
  hint,
  className,
  value: { day, time },
  error,
  onChange,
}: {
  legend: string
  names: Moment
  hint: string
  /** Arranges the two fields. */
  className: string
  /** `YYYY-MM-DD` and `HH:MM`, or empty. */
  value: Moment
  error: string | undefined
  onChange: (changed: Partial<Moment>) => void
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={className}>
        <Field
          label={names.day}
          type="date"
          value={day}
          error={error}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <Field
          label={names.time}
          type="time"
          value={time}
          disabled={day === ''}
          onChange={({ target }) => onChange({ time: target.value })}
        />
      </div>
      <p className="text-[0.8125rem] text-muted">{hint}</p>
    </fieldset>
  )
}
