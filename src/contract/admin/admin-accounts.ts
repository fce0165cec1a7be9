import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Password, Subscription } from '#contract/accounts/accounts.ts'
import { Interval, Line } from '#contract/shapes.ts'

/** Of an account, or of somebody's contact; the admin may name every one. */
const AnyId = z.uuid()

/** A part of a name or an email, in any case; wildcard characters are taken literally. */
export const ContactSearch = z.strictObject({ query: Line(254) })

/**
 * At most 100 contacts, the very name or email first, then what begins so. `id` is what the view of one takes: an owner's
 * contact leads to the account, anybody else's to the contact itself.
 */
export const FoundContacts = z.strictObject({
  contacts: z.array(z.strictObject({ id: AnyId, name: z.string(), email: z.string() })),
  /** A sentence when there are more than are listed. */
  errorMessage: z.nullable(z.string()),
})

export const OneOfAll = z.strictObject({ id: AnyId })

const Reached = z.strictObject({ email: z.string(), primary: z.boolean(), confirmed: z.boolean() })

/** A user of an account as the admin sees them; `id` of the primary contact, by which they are viewed. */
const ViewedUser = z.strictObject({
  contactId: z.nullable(AnyId),
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  role: z.enum(['owner', 'manager', 'user']),
})

const ViewedAccount = z.strictObject({
  kind: z.literal('account'),
  /** Of the account. */
  id: AnyId,
  name: z.string(),
  /** The admin's own account: it can be neither purged nor given a temporary password. */
  own: z.boolean(),
  /** The owner's. */
  contacts: z.array(Reached),
  /** As typed, several lines. */
  billingAddress: z.nullable(z.string()),
  /** ISO 3166, two letters. */
  country: z.nullable(z.string()),
  version: z.int(),
  /** How many videos were watched, by all users of the account; the same one by two of them counts twice. */
  videoViews: z.int(),
  users: z.array(ViewedUser),
  /** Null for an account that never had one. */
  subscription: z.nullable(Subscription),
})

const ViewedContact = z.strictObject({
  kind: z.literal('contact'),
  /** Of the contact. */
  id: AnyId,
  email: z.string(),
  confirmed: z.boolean(),
  /** Of the user whose contact it is. */
  name: z.string(),
  account: z.strictObject({ id: AnyId, name: z.string() }),
  /** Of the account. */
  version: z.int(),
  /** How many videos this user has watched. */
  videoViews: z.int(),
})

/** What the admin sees of an account, or of somebody who is a user of one. */
export const AccountOrContact = z.discriminatedUnion('kind', [ViewedAccount, ViewedContact])
export type ViewedAccount = z.output<typeof ViewedAccount>
export type ViewedContact = z.output<typeof ViewedContact>
export type ViewedUser = z.output<typeof ViewedUser>

/** Somebody of an account: its owner, or the user with that contact. Confirmed by the admin's own password. */
const person = { accountId: AnyId, contactId: z.optional(AnyId), password: CurrentPassword }

/** Whose second factors go, or whose sessions. */
export const PersonOfAccount = z.strictObject(person)

/** A temporary password. The rule is `domain/accounts/password.ts`'s. */
export const TemporaryPasswordGrant = z.strictObject({ ...person, temporaryPassword: Password })

/** The end of an account, confirmed by the admin's own password. */
/** Of an account or a contact; the password where the admin has not proved who they are for a while. */
export const Switch = z.strictObject({ id: AnyId, password: z.optional(CurrentPassword) })

export const AccountPurge = z.strictObject({ id: AnyId, password: CurrentPassword })

/** `purgeList` where the data are gone and the list of purges, by which no restore brings them back, was not written. */
export const AccountPurged = z.strictObject({
  status: z.literal('ok'),
  purgeList: z.optional(z.literal('not-written')),
})

/** Prepaid licences for an account, confirmed by the admin's own password. */
export const PrepaidGrant = z.strictObject({
  accountId: AnyId,
  password: CurrentPassword,
  licenseCount: z.int().check(z.positive(), z.maximum(100_000)),
  interval: Interval,
})

/** A coupon for an account, confirmed by the admin's own password. */
export const CouponAssignment = z.strictObject({
  accountId: AnyId,
  password: CurrentPassword,
  couponCode: Line(100),
})
