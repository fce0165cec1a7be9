import { type ComponentProps, type ReactNode, useId } from 'react'

/** A labelled text input with a hint and an error message. */
export function Field({
  label,
  hint,
  error,
  optional,
  className = '',
  trailing,
  ...input
}: ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  /** The error message; undefined if the value is valid. */
  error?: string | undefined
  /** A note beside the label of optional fields. */
  optional?: string
  /** A control that sits inside the input's right end. */
  trailing?: ReactNode
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {optional ? <span className="caption">{optional}</span> : null}
      </div>
      <div className="relative">
        <input
          id={id}
          className={`input ${trailing ? 'pr-11' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {trailing}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
