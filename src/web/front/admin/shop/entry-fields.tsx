import { useId } from 'react'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { describedBy, Field, Labelled } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

/** What is typed, by the name of its field. */
export type Draft = Readonly<Record<string, string | boolean>>

export type EntryField = {
  readonly name: string
  readonly label: string
  /** `text` unless said; `number` and `price` are text with the keyboard for it. */
  readonly kind?: 'number' | 'price' | 'day' | 'lines' | 'check'
  readonly choices?: readonly (readonly [value: string, text: string])[]
  readonly hint?: string
  readonly optional?: string
  readonly maxLength?: number
  /** Cannot be changed. */
  readonly fixed?: boolean
}

type EntryFieldsProps = {
  readonly fields: readonly EntryField[]
  readonly draft: Draft
  readonly faults: Readonly<Record<string, string | undefined>>
  /** Of the names of faults. */
  readonly prefix?: string
  readonly onChange: (name: string, value: string | boolean) => void
}

/** The fields of something at the desk, two a row where there is room. */
export function EntryFields({ fields, draft, faults, prefix = '', onChange }: EntryFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <Entry
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          error={faults[prefix + field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

type EntryProps = {
  readonly field: EntryField
  readonly value: string | boolean
  readonly error: string | undefined
  readonly onChange: (value: string | boolean) => void
}

function Entry({ field, value, error, onChange }: EntryProps) {
  const { label, kind, choices, hint, optional, maxLength = 100, fixed } = field
  if (kind === 'check')
    return (
      <Checkbox
        className="sm:mt-8.5"
        label={label}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  if (choices) return <Choice {...{ field, value, error, onChange }} />
  const shared = {
    label,
    error,
    maxLength,
    value: String(value),
    ...(hint !== undefined && { hint }),
    ...(optional !== undefined && { optional }),
  }
  if (kind === 'lines')
    return (
      <div className="sm:col-span-2">
        <TextArea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
      </div>
    )
  return (
    <Field
      {...shared}
      type={kind === 'day' ? 'date' : 'text'}
      {...((kind === 'number' || kind === 'price') && {
        inputMode: kind === 'price' ? ('decimal' as const) : ('numeric' as const),
      })}
      autoComplete="off"
      readOnly={fixed}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Choice({ field: { label, choices = [], hint }, value, error, onChange }: EntryProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
