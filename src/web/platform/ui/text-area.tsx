import { type ComponentProps, type ReactNode, useId } from 'react'
import { describedBy, Labelled } from './field.tsx'

/** A labelled multi-line field, with a hint and an error message. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  ...area
}: ComponentProps<'textarea'> & {
  label: string
  hint?: ReactNode
  /** The error message; undefined if the value is valid. */
  error?: string | undefined
  /** A note beside the label of optional fields. */
  optional?: string | undefined
}) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        id={id}
        className="input block"
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...area}
      />
    </Labelled>
  )
}
