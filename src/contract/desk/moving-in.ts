import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Day, Instant, Line, Text } from '#contract/shapes.ts'
import { priceKinds } from '#domain/moving-in/card-terms.ts'
import { rowFaults } from '#domain/moving-in/check-rows.ts'
import { longestCell, mostColumns, mostPeople } from '#domain/moving-in/columns.ts'

const Language = z.enum(['en', 'de'])
const Column = z.int().check(z.minimum(0), z.maximum(mostColumns - 1))
const Cells = z.array(Text(longestCell)).check(z.maxLength(mostColumns))
const Fault = z.enum(rowFaults)

/** The number that spreadsheet programs show. A list of 5,000 people may have empty rows. */
const Row = z.int().check(z.positive(), z.maximum(1_000_000))

/** A list of people as read from a file, and what its columns hold. */
export const PeopleList = z.strictObject({
  file: Line(200),
  /** Headings; '' without one. */
  columns: Cells,
  rows: z.array(z.strictObject({ row: Row, cells: Cells })).check(z.minLength(1), z.maxLength(mostPeople)),
  /** Numbers of columns, from 0. */
  mapping: z.strictObject({
    email: Column,
    name: z.optional(Column),
    lastName: z.optional(Column),
    seats: z.optional(Column),
    until: z.optional(Column),
    language: z.optional(Column),
    newsletter: z.optional(Column),
    consentOn: z.optional(Column),
    customer: z.optional(Column),
    nextCharge: z.optional(Column),
    price: z.optional(Column),
    interval: z.optional(Column),
    currency: z.optional(Column),
    country: z.optional(Column),
    address: z.optional(Column),
    vatId: z.optional(Column),
  }),
  /** Needed with a column of prices. */
  prices: z.optional(z.enum(priceKinds)),
  /** Of people whose row has none. */
  language: Language,
  password: z.optional(CurrentPassword),
})

/** What an import of a list would do. */
export const CheckedList = z.strictObject({
  id: z.uuid(),
  /** People who would be added, and rows that would not. */
  good: z.int(),
  bad: z.int(),
  /** Of the good ones. */
  withAccess: z.int(),
  withConsent: z.int(),
  /** Who can be charged from a day on. */
  withCard: z.int(),
  /** The first few of each. */
  people: z.array(
    z.strictObject({
      row: Row,
      name: z.string(),
      email: z.string(),
      seats: z.int(),
      until: z.nullable(Day),
      language: Language,
      consentOn: z.nullable(Day),
    }),
  ),
  faults: z.array(z.strictObject({ row: Row, email: z.string(), fault: Fault })),
})
export type CheckedList = z.output<typeof CheckedList>

export const OneImport = z.strictObject({ id: z.uuid() })

/** An import, confirmed by the admin's password; a key needs none. */
export const ConfirmedImport = z.strictObject({ id: z.uuid(), password: z.optional(CurrentPassword) })

/** So many invitations of an import, confirmed by the admin's password. */
export const InvitationOrder = z.strictObject({
  id: z.uuid(),
  count: z.int().check(z.positive(), z.maximum(mostPeople)),
  password: z.optional(CurrentPassword),
})

const PeopleImport = z.strictObject({
  id: z.uuid(),
  file: z.string(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  startedAt: Instant,
  /** People added who are still there, and rows that wait. */
  added: z.int(),
  waiting: z.int(),
  /** Rows that were not imported, for 24 hours; then 0. */
  refused: z.int(),
  /** People whose invitation was written, was ordered and waits, or can be ordered. */
  invited: z.int(),
  ordered: z.int(),
  uninvited: z.int(),
  /** People with a card who wait for the statement that the old subscriptions have ended, and the first day of a charge. */
  cards: z.int(),
  firstCharge: z.nullable(Instant),
  /** That was stated: who is charged here, and who is not. */
  oldEnded: z.boolean(),
  cardsTaken: z.int(),
  cardsLeft: z.int(),
  /** Until when it can be undone. */
  undoUntil: Instant,
  /** People whom its undoing left, and why; the first few. */
  keptCount: z.int(),
  kept: z.array(
    z.strictObject({
      accountId: z.uuid(),
      name: z.string(),
      reason: z.enum(['invited', 'logged-in', 'bought']),
    }),
  ),
})
export type PeopleImport = z.output<typeof PeopleImport>

/** The newest ones, the last first. */
export const PeopleImports = z.strictObject({ imports: z.array(PeopleImport) })
