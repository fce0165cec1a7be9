import { useId } from 'react'
import { describedBy, Labelled } from '#web/platform/ui/field.tsx'

type SelectFieldProps = {
  label: string
  value: string
  choices: readonly { readonly value: string; readonly text: string }[]
  error?: string | undefined
  className?: string
  onChange: (value: string) => void
}

/** A labelled choice of one from a list. */
export function SelectField({ label, value, choices, error, className = '', onChange }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} className={className}>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, undefined, error)}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map(({ value: one, text }) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** Returns the choices of a table of names; `all` names the one that is none of them. */
export function choicesOf(names: Readonly<Record<string, () => string>>, all?: string) {
  const choices = Object.entries(names).map(([value, text]) => ({ value, text: text() }))
  return all === undefined ? choices : [{ value: '', text: all }, ...choices]
}
