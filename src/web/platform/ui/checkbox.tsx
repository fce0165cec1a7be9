import { type ComponentProps, type ReactNode, useId } from 'react'

/** A native checkbox with its label and, below, the error message. */
export function Checkbox({
  label,
  error,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined }) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex items-start gap-2.5 py-1 text-sm">
        <input
          type="checkbox"
          className="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span className="min-w-0">{label}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} className="pl-7.5 text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
