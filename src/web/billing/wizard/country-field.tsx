import { useId } from 'react'
import { countryCodes, euCountries } from '#domain/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'

/** The billing country: the countries of the EU first, then all others, each by its name. */
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
  const names = new Intl.DisplayNames(getLocale(), { type: 'region' })
  const listed = (codes: readonly string[]) =>
    codes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((one, other) => one.name.localeCompare(other.name, getLocale()))
      .map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))
  const inEu = euCountries.map(({ code }) => code)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {m.wizard_country()}
      </label>
      <select
        id={id}
        className="input"
        autoComplete="billing country"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{m.wizard_country_choose()}</option>
        <optgroup label={m.wizard_country_eu()}>{listed(inEu)}</optgroup>
        <optgroup label={m.wizard_country_others()}>
          {listed(countryCodes.filter((code) => !inEu.includes(code)))}
        </optgroup>
      </select>
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
