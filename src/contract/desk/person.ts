import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Cents, Instant, Page } from '#contract/shapes.ts'

const Id = z.uuid()
export const OnePerson = z.strictObject({ id: Id })

const Group = z.enum(['money', 'mail', 'login', 'change'])
export type HistoryGroup = z.output<typeof Group>
export const HistoryPage = z.strictObject({ group: z.optional(Group), page: z.optional(Page) })

/** One thing that happened. Which fields it has depends on `what`. */
const HistoryEntry = z.strictObject({
  at: Instant,
  group: Group,
  what: z.enum([
    'registered',
    'user-added',
    'user-removed',
    'address-confirmed',
    'newsletter-on',
    'newsletter-off',
    'coupon-redeemed',
    'price-announced',
    'price-agreed',
    'cancellation',
    'withdrawal',
    'logged-in',
    'new-browser',
    'mail',
    'charge-succeeded',
    'charge-declined',
    'charge-open',
    'refund',
    'invoice',
    'credit-note',
    'order',
    'notice',
    'audit',
  ]),
  /** Whom or what it concerns: a user, a recipient, a number, a card, a code. */
  name: z.nullable(z.string()),
  /** The sentence that was agreed to, a subject, the reason of a refusal, a `User-Agent`, the kind of a notice, the action of an audit entry. */
  note: z.nullable(z.string()),
  /** Gross. */
  cents: z.nullable(Cents),
  /** Of a mail, an order or a declaration. */
  state: z.nullable(z.string()),
  /** Of the mail, invoice or order. */
  id: z.nullable(z.uuid()),
  /** A mail that can be sent again: as it was, or with a new link. */
  maySendAgain: z.boolean(),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** Newest first, ten a page. `count`: on all pages. */
export const AccountHistory = z.strictObject({ count: z.int(), entries: z.array(HistoryEntry) })
export type AccountHistory = z.output<typeof AccountHistory>

const Paper = z.strictObject({
  id: Id,
  kind: z.enum(['invoice', 'credit-note', 'order']),
  number: z.string(),
  at: Instant,
  grossCents: Cents,
  /** Of an order. */
  state: z.nullable(z.string()),
})
export type Paper = z.output<typeof Paper>
/** Invoices, credit notes and orders, newest first, ten a page. `count`: on all pages. */
export const AccountPapers = z.strictObject({ count: z.int(), papers: z.array(Paper) })

/** How a user logs in. */
export const PersonLogin = z.strictObject({
  /** The user has a password. */
  password: z.boolean(),
  /** A temporary password that was not used yet is valid until then. */
  temporaryPasswordUntil: z.nullable(Instant),
  authenticatorApp: z.boolean(),
  passkeys: z.int(),
  /** Unused ones. */
  recoveryCodes: z.int(),
  /** Seconds until the next password is accepted from a browser that never logged in; 0 unless too many were wrong. */
  lockedSeconds: z.int(),
  /** Addresses that do not exist, as their mail servers say: they get no broadcasts. */
  undeliverable: z.array(z.string()),
  /** Without the admin's own, last used first. */
  sessions: z.array(
    z.strictObject({
      id: Id,
      createdAt: Instant,
      lastSeenAt: Instant,
      userAgent: z.nullable(z.string()),
      network: z.nullable(z.string()),
    }),
  ),
})
export type PersonLogin = z.output<typeof PersonLogin>

/** The password is needed when the admin's last confirmation has expired. */
const password = z.optional(CurrentPassword)
/** `id`: of an account, whose owner is meant, or of the contact of one of its users. */
export const SessionOfPerson = z.strictObject({ id: Id, sessionId: Id, password })
export const LoginRelease = z.strictObject({ id: Id, password })
