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
  return (
    <Labelled id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <div className="relative">
        <input
          id={id}
          className={`input ${trailing ? 'pr-11' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          {...input}
        />
        {trailing}
      </div>
    </Labelled>
  )
}

/** Returns the ids of the hint and the error message that `Labelled` shows for a control. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

/** Renders a control with its label above, and its hint and error message below. */
export function Labelled({
  id,
  label,
  hint,
  error,
  optional,
  className = '',
  children,
}: {
  /** The control's id. */
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {optional ? <span className="caption">{optional}</span> : null}
      </div>
      {children}
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
