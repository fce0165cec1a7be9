import { formatDay } from '#domain/dates.ts'
import { formatMoney } from '#domain/formatted-money.ts'
import { printedIban } from '#domain/iban.ts'
import type { Transfer } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'

/** Formats an amount, always with cents: '€1,234.56', '1.234,56 €'. */
export function amountText(cents: number, language: Language): string {
  return formatMoney(cents, language)
}

/** Formats a rate in basis points: '19', '25.5', '25,5'. */
export function percentText(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(basisPoints / 100)
}

/** Formats a calendar day (`YYYY-MM-DD`) as on screens and in mails, without a line break: '21. November, 2026'. */
export function dayText(day: string, language: Language): string {
  return formatDay(day, language).replaceAll(' ', '\u00A0')
}

/** Instructions for a bank transfer. */
export function transferText(
  { holder, iban, bic, dueOn, reference }: Transfer,
  amount: string,
  language: Language,
): string {
  const said = { amount, day: dayText(dueOn, language), holder, iban: printedIban(iban), reference }
  const locale = { locale: language }
  return bic === undefined
    ? m.invoice_transfer(said, locale)
    : m.invoice_transfer_bic({ ...said, bic }, locale)
}

/** Returns a country's name in a language; the code if it has none. */
export function countryText(code: string, language: string): string {
  return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code
}

/** Returns whether an address line is that country's name, in one of our languages or its own. */
export function namesCountry(line: string, code: string): boolean {
  const own = new Intl.Locale(`und-${code}`).maximize().language
  const wanted = line.trim().toLowerCase()
  return ['en', 'de', own].some((spoken) => countryText(code, spoken).toLowerCase() === wanted)
}
