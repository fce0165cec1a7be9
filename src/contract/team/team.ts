import * as z from 'zod/mini'
import { AccountUser, Code, Email, Password, Subscription, WaitingUser } from '#contract/accounts/accounts.ts'
import { Cents, Id, Instant, Interval, Line } from '#contract/shapes.ts'

const Role = z.enum(['manager', 'user'])

/**
 * One row of the users table. Without `id` a new user; `removed` takes one away; a user of the account who is not named
 * stays as they are. `role` is the owner's to change.
 */
const UserRow = z.strictObject({
  id: z.optional(Id),
  name: Line(200),
  email: Email,
  removed: z.optional(z.boolean()),
  role: z.optional(Role),
})

/** `version` is the account's, so that two managers do not undo each other's work. */
export const UsersChange = z.strictObject({
  users: z.array(UserRow).check(z.maxLength(1000)),
  /** Emails of new users who are to be notified. */
  notify: z.array(Email).check(z.maxLength(1000)),
  version: z.int(),
  quoteId: z.optional(Id),
})
export type UsersChange = z.output<typeof UsersChange>
const team = {
  users: z.array(AccountUser),
  version: z.int(),
  subscription: z.nullable(Subscription),
  waitingUsers: z.optional(z.array(WaitingUser)),
}
export const UsersChanged = z.strictObject(team)

/** Nothing has changed yet: the payment is not settled. As soon as it is, the change is made automatically. */
export const UsersWaiting = z.strictObject({
  ...team,
  /** `confirmation-required`: the bank asks the card holder. */
  status: z.enum(['payment-pending', 'confirmation-required']),
})

export const UsersQuestion = z.strictObject({ userCount: z.int().check(z.minimum(1), z.maximum(1000)) })
/**
 * What another number of users costs now and later; amounts with VAT. `quoteId` says so to whoever saves the users, for ten
 * minutes, as long as the subscription is what it was. The same number of paid users twice: nothing is paid or credited.
 */
export const UsersQuote = z.strictObject({
  quoteId: Id,
  paidUsersBefore: z.int(),
  paidUsersAfter: z.int(),
  dueNowCents: Cents,
  /** With the tax of the invoices that it comes from. */
  creditCents: Cents,
  /** Of each period to come, also where the change itself costs nothing; 0 where none follows. */
  nextTotalCents: Cents,
  interval: z.nullable(Interval),
  /** From when on that is charged. */
  nextAt: z.nullable(Instant),
  vat: z.strictObject({ basisPoints: z.int(), reverseCharge: z.boolean() }),
  expiresAt: Instant,
})
export type UsersQuote = z.output<typeof UsersQuote>

export const UserToNotify = z.strictObject({ userId: Id })
export const UserNotified = z.strictObject({ email: z.string() })

export const UserList = z.strictObject({
  users: z.array(z.strictObject({ name: z.string(), email: z.string() })).check(z.maxLength(1000)),
})
/** What saving a row of an imported list would do. */
export const Fate = z.enum(['add', 'restore', 'duplicate', 'invalid', 'no-seat'])
export type Fate = z.output<typeof Fate>
export const UserFates = z.strictObject({
  rows: z.array(z.strictObject({ name: z.string(), email: z.string(), fate: Fate })),
  seatsLeft: z.int(),
})

export const Invite = z.strictObject({
  id: Id,
  /** Address to pass on. */
  url: z.string(),
  /** Only addresses of this domain may join; null: any. */
  domain: z.nullable(z.string()),
  expiresAt: Instant,
  uses: z.int(),
  maxUses: z.nullable(z.int()),
  createdAt: Instant,
})
export type Invite = z.output<typeof Invite>
export const Invites = z.strictObject({ invites: z.array(Invite) })
export const NewInvite = z.strictObject({
  domain: z.optional(Line(253)),
  days: z.int().check(z.minimum(1), z.maximum(90)),
  maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
})

/** Of the mail that asked somebody to confirm that they join. */
export const RefusedJoining = z.strictObject({ contact: Email, code: Line(100) })

/** What somebody reads who opens an invite link. */
export const Invitation = z.strictObject({
  accountName: z.string(),
  domain: z.nullable(z.string()),
  seatLeft: z.boolean(),
})
export const Joining = z.strictObject({
  code: Code,
  name: Line(200),
  email: Email,
  password: Password,
  termsAccepted: z.boolean(),
})

export const Usage = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  seat: z.boolean(),
  lastSeenAt: z.nullable(Instant),
  videosOpened: z.int(),
  /** Seconds of films that were played, again and again if so. */
  watchedSeconds: z.int(),
  /** A part of them is from before they were counted, and is taken from what was seen. */
  estimated: z.boolean(),
})
export type Usage = z.output<typeof Usage>
export const UsageReport = z.strictObject({
  seats: z.strictObject({ used: z.int(), total: z.int() }),
  users: z.array(Usage),
})
/** `text/csv` in UTF-8, sent as an attachment. */
export const UsageCsv = z.unknown()
