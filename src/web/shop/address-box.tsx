import { useId } from 'react'
import { m } from '#messages/generated/messages.js'

/** A postal address in one box of four rows. */
export function AddressBox({
  value,
  optional,
  error,
  onChange,
}: {
  value: string
  optional: boolean
  error: string | undefined
  onChange: (address: string) => void
}) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {m.checkout_postal_address()}
        </label>
        {optional ? <span className="caption">{m.checkout_optional()}</span> : null}
      </div>
      <textarea
        id={id}
        className="input h-auto py-2"
        rows={4}
        maxLength={1000}
        autoComplete="street-address"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
        {m.checkout_address_hint()}
      </p>
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
