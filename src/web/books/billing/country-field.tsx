import { useId, useMemo } from 'react'
import { countryCodes } from '#domain/tax/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'

/** The billing country, by its name in the page's language. `value`: ISO 3166-1 code, or empty. */
export function CountryField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (code: string) => void
}) {
  const id = useId()
  const locale = getLocale()
  const countries = useMemo(() => namedCountries(locale), [locale])
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {m.vat_country()}
      </label>
      <select
        id={id}
        className="input"
        autoComplete="country"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {m.vat_country_choose()}
        </option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}

function namedCountries(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}
