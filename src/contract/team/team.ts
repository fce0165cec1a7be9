import * as z from 'zod/mini'
import { AccountUser, Code, Email, Password, Subscription, WaitingUser } from '#contract/accounts/accounts.ts'
import { Cents, Id, Instant, Interval, Line } from '#contract/shapes.ts'

const Role = z.enum(['manager', 'user'])

/**
 * One row of the users table. Without `id` it adds a user; `removed` removes one; users without a row stay unchanged.
 * Only the owner can change `role`.
 */
const UserRow = z.strictObject({
  id: z.optional(Id),
  name: Line(200),
  email: Email,
  removed: z.optional(z.boolean()),
  role: z.optional(Role),
})

/** `version`: of the account, so that two managers do not overwrite each other's changes. */
export const UsersChange = z.strictObject({
  users: z.array(UserRow).check(z.maxLength(1000)),
  /** Emails of new users to notify. */
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

/** The payment is pending and nothing has changed yet. Once it succeeds, the change is applied automatically. */
export const UsersWaiting = z.strictObject({
  ...team,
  /** `confirmation-required`: the bank asks the card holder. */
  status: z.enum(['payment-pending', 'confirmation-required']),
})

export const UsersQuestion = z.strictObject({ userCount: z.int().check(z.minimum(1), z.maximum(1000)) })
/**
 * Price of another number of users now and later, gross. `quoteId` fixes it for ten minutes, as long as the subscription
 * does not change. With the same number of paid users nothing is charged or credited.
 */
export const UsersQuote = z.strictObject({
  quoteId: Id,
  paidUsersBefore: z.int(),
  paidUsersAfter: z.int(),
  dueNowCents: Cents,
  /** Gross, at the rates of the invoices it comes from. */
  creditCents: Cents,
  /** Price of each later period, also for a change that costs nothing now; 0 if none follows. */
  nextTotalCents: Cents,
  interval: z.nullable(Interval),
  /** When that is first charged. */
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
/** The result of saving a row of an imported list. */
export const Fate = z.enum(['add', 'restore', 'duplicate', 'invalid', 'no-seat'])
export type Fate = z.output<typeof Fate>
export const UserFates = z.strictObject({
  rows: z.array(z.strictObject({ name: z.string(), email: z.string(), fate: Fate })),
  seatsLeft: z.int(),
})

export const Invite = z.strictObject({
  id: Id,
  /** Address to share. */
  url: z.string(),
  /** Only addresses of this domain may join; null: any address. */
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

/** From the mail that asked the recipient to confirm that they join. */
export const RefusedJoining = z.strictObject({ contact: Email, code: Line(100) })

/** What the page of an invite link shows. */
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
  /** Seconds played, repeats included. */
  watchedSeconds: z.int(),
  /** Partly an estimate: some videos were viewed before playing time was counted. */
  estimated: z.boolean(),
})
export type Usage = z.output<typeof Usage>
export const UsageReport = z.strictObject({
  seats: z.strictObject({ used: z.int(), total: z.int() }),
  users: z.array(Usage),
})
/** `text/csv` in UTF-8, sent as an attachment. */
export const UsageCsv = z.unknown()
