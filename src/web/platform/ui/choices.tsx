import { type ReactNode, useId } from 'react'

/** A single choice: native radio buttons drawn as a row of boxes. */
export function Choices<Value extends string>({
  label,
  labelHidden = false,
  stacked = false,
  choices,
  value,
  error,
  onChange,
}: {
  label: string
  /** For a label that repeats the heading. */
  labelHidden?: boolean
  /** One per line, for long labels. */
  stacked?: boolean
  choices: readonly { readonly value: Value; readonly label: ReactNode; readonly note?: ReactNode }[]
  /** Undefined before a choice. */
  value: Value | undefined
  /** The error message; undefined if the choice is valid. */
  error?: string | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={labelHidden ? 'sr-only' : 'mb-2 text-sm font-medium'}>{label}</legend>
      <div className={stacked ? 'grid gap-2' : 'choices'}>
        {choices.map((choice) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              className="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
            {choice.note ? <span className="num ml-auto text-muted">{choice.note}</span> : null}
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${name}-error`} className="mt-1.5 text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
