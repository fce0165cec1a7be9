import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import type { Faults } from '#web/platform/site/use-call.ts'
import { describedBy, Labelled } from '#web/platform/ui/field.tsx'

type LabelsFieldProps = {
  label: string
  /** Placeholder of the empty field. */
  add: string
  labels: readonly string[]
  /** Completions. */
  known?: readonly string[]
  fault: string | undefined
  onChange: (labels: readonly string[]) => void
}

/** Short labels such as tags: Enter or a comma adds the typed one; Backspace in the empty field removes the last. */
export function LabelsField({ label, add, labels, known = [], fault, onChange }: LabelsFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    const added = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !labels.includes(part))
    setTyped('')
    if (added.length > 0) onChange([...labels, ...new Set(added)])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      take(typed)
    }
    if (event.key === 'Backspace' && typed === '' && labels.length > 0) onChange(labels.slice(0, -1))
  }
  return (
    <Labelled id={id} label={label} error={fault}>
      <Given labels={labels} onRemove={(label) => onChange(labels.filter((other) => other !== label))} />
      <input
        id={id}
        className="input"
        list={known.length > 0 ? `${id}-known` : undefined}
        placeholder={add}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, undefined, fault)}
        value={typed}
        onChange={({ target: { value } }) => (value.includes(',') ? take(value) : setTyped(value))}
        onKeyDown={press}
        onBlur={() => take(typed)}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter((one) => !labels.includes(one))
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
    </Labelled>
  )
}

function Given({ labels, onRemove }: { labels: readonly string[]; onRemove: (label: string) => void }) {
  if (labels.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {labels.map((label) => (
        <li key={label} className="library-label">
          <bdi>{label}</bdi>
          <button
            type="button"
            aria-label={m.library_label_remove({ label })}
            onClick={() => onRemove(label)}
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Returns the error of a list, or of its first refused element. */
export function faultOf(faults: Faults, name: string, list: readonly string[]): string | undefined {
  const place = list.findIndex((_, at) => faults[`${name}.${at}`] !== undefined)
  return faults[name] ?? (place < 0 ? undefined : `${list[place]}: ${faults[`${name}.${place}`]}`)
}
