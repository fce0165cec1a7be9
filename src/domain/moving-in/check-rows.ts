import { canonicalEmail, emailKey, isEmail } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { type CardSettings, type CardTerms, cardFaults, type PriceKind, readCardTerms } from './card-terms.ts'
import type { Field, Mapping } from './columns.ts'
import { type DayOrder, dayOrderOf, readDay } from './read-day.ts'

/** A row of a list, with the number that spreadsheet programs show. */
export type ListRow = { readonly row: number; readonly cells: readonly string[] }

/** A person to be moved in. Days are `YYYY-MM-DD` in the seller's zone. */
export type NewPerson = {
  readonly name: string
  readonly email: string
  readonly emailKey: string
  /** Number of people who may watch until `until`. */
  readonly seats: number
  /** Last day of the paid access; null without access. */
  readonly until: string | null
  readonly language: Language
  /** The day of the consent to the newsletter; null without one. */
  readonly consentOn: string | null
  /** Null for somebody who is not charged. */
  readonly card: CardTerms | null
}

/** Why a row is not imported. */
export const rowFaults = [
  'email-missing',
  'email-invalid',
  'email-twice',
  'email-taken',
  'name-long',
  'name-unprintable',
  'seats-invalid',
  'until-invalid',
  'language-unknown',
  'newsletter-unclear',
  'consent-invalid',
  ...cardFaults,
] as const
export type RowFault = (typeof rowFaults)[number]

/** A row with its person, or why it is not imported. */
export type CheckedRow = ListRow & ({ readonly person: NewPerson } | { readonly fault: RowFault })

export type ListSettings = {
  readonly mapping: Mapping
  /** Of people whose row has none. */
  readonly language: Language
  readonly zone: string
  /** Today in the seller's zone. */
  readonly today: string
  readonly prices?: PriceKind | undefined
  readonly intervals: CardSettings['intervals']
}

/**
 * Reads the people in the rows of a list. Of rows with the same address the first counts. What only the site knows, such as
 * addresses with an account, is not checked here. An `until` that is over gives a person without access.
 */
export function checkRows(rows: readonly ListRow[], settings: ListSettings): readonly CheckedRow[] {
  const { mapping } = settings
  const orderOf = (column: number | undefined) =>
    column === undefined ? undefined : dayOrderOf(rows.map(({ cells }) => cells[column] ?? ''))
  const orders = {
    until: orderOf(mapping.until),
    consentOn: orderOf(mapping.consentOn),
    nextCharge: orderOf(mapping.nextCharge),
  }
  const seen = new Set<string>()
  const customers = new Set<string>()
  return rows.map((row) => {
    const read = readPerson(row.cells, settings, orders)
    if (typeof read === 'string') return { ...row, fault: read }
    if (seen.has(read.emailKey)) return { ...row, fault: 'email-twice' }
    if (read.card && customers.has(read.card.customer)) return { ...row, fault: 'customer-twice' }
    seen.add(read.emailKey)
    if (read.card) customers.add(read.card.customer)
    return { ...row, person: read }
  })
}

const longestName = 200
const mostSeats = 100_000

function readPerson(
  cells: readonly string[],
  { mapping, language: usual, zone, today, prices, intervals }: ListSettings,
  orders: Readonly<Record<'until' | 'consentOn' | 'nextCharge', DayOrder>>,
): NewPerson | RowFault {
  const cellOf = (field: Field) => {
    const column = mapping[field]
    return column === undefined ? '' : (cells[column] ?? '').trim()
  }
  const email = cellOf('email')
  if (email === '') return 'email-missing'
  if (!isEmail(email)) return 'email-invalid'
  const names = [cellOf('name'), cellOf('lastName')].filter(Boolean).join(' ').replace(/\s+/g, ' ')
  const name = names || (email.split('@')[0] ?? '')
  if (name.length > longestName) return 'name-long'
  const seats = readSeats(cellOf('seats'))
  if (seats === undefined) return 'seats-invalid'
  const until = cellOf('until')
  const lastDay = readDay(until, { order: orders.until, zone })
  if (until !== '' && lastDay === undefined) return 'until-invalid'
  const language = readLanguage(cellOf('language'), usual)
  if (!language) return 'language-unknown'
  const consent = readConsent(
    { said: mapping.newsletter === undefined ? undefined : cellOf('newsletter'), on: cellOf('consentOn') },
    { order: orders.consentOn, zone, today },
  )
  if (typeof consent === 'string') return consent
  const card = readCardTerms(cellOf, { order: orders.nextCharge, zone, today, prices, intervals, seats })
  if (typeof card === 'string') return card
  return {
    name,
    email: canonicalEmail(email),
    emailKey: emailKey(email),
    seats,
    until: lastDay !== undefined && lastDay >= today ? lastDay : null,
    language,
    consentOn: consent.on,
    card,
  }
}

/** Without a number one person watches. */
function readSeats(cell: string): number | undefined {
  if (cell === '') return 1
  const seats = /^\d{1,6}(?:[.,]0+)?$/.test(cell) ? Number.parseInt(cell, 10) : 0
  return seats >= 1 && seats <= mostSeats ? seats : undefined
}

/** `de`, `de-AT`, `German` and `Deutsch` are one language. */
function readLanguage(cell: string, usual: Language): Language | undefined {
  const word = cell.toLowerCase()
  if (word === '') return usual
  if (/^(?:de(?:[-_].*)?|deu|ger|german|deutsch)$/.test(word)) return 'de'
  return /^(?:en(?:[-_].*)?|eng|english|englisch)$/.test(word) ? 'en' : undefined
}

/**
 * Consent needs a day, and where a column says who gets the newsletter, also its yes. A day without the newsletter is no
 * consent.
 */
function readConsent(
  { said, on }: { readonly said: string | undefined; readonly on: string },
  { today, ...how }: { readonly order: DayOrder; readonly zone: string; readonly today: string },
): { readonly on: string | null } | RowFault {
  const wants = said === undefined || /^(?:true|yes|y|1|ja|wahr|subscribed|x)$/i.test(said)
  if (!wants && !/^(?:|false|no|n|0|nein|falsch|unsubscribed)$/i.test(said)) return 'newsletter-unclear'
  if (!wants || on === '') return { on: null }
  const day = readDay(on, how)
  return day === undefined || day > today ? 'consent-invalid' : { on: day }
}
