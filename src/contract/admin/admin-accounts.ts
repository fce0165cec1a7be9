import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Email, Password, Subscription } from '#contract/accounts/accounts.ts'
import { Interval, Line, Text } from '#contract/shapes.ts'

/** ID of an account or of a contact. */
const AnyId = z.uuid()

/** Part of a name or an email, in any case; wildcard characters are taken literally. */
export const ContactSearch = z.strictObject({ query: Line(254) })

/**
 * At most 100 contacts: exact matches first, then prefixes. `id` is for the detail view: the account for an owner's
 * contact, otherwise the contact itself.
 */
export const FoundContacts = z.strictObject({
  contacts: z.array(z.strictObject({ id: AnyId, name: z.string(), email: z.string() })),
  /** Set when there are more matches than listed. */
  errorMessage: z.nullable(z.string()),
})

export const OneOfAll = z.strictObject({ id: AnyId })

const Reached = z.strictObject({ email: z.string(), primary: z.boolean(), confirmed: z.boolean() })

/** A user of an account, for the admin; `id` of the primary contact, for the detail view. */
const ViewedUser = z.strictObject({
  contactId: z.nullable(AnyId),
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  role: z.enum(['owner', 'manager', 'user']),
})

const ViewedAccount = z.strictObject({
  kind: z.literal('account'),
  /** ID of the account. */
  id: AnyId,
  name: z.string(),
  /** The admin's own account: it cannot be purged and gets no temporary password. */
  own: z.boolean(),
  /** Contacts of the owner. */
  contacts: z.array(Reached),
  /** As typed; may have several lines. */
  billingAddress: z.nullable(z.string()),
  /** ISO 3166, two letters. */
  country: z.nullable(z.string()),
  version: z.int(),
  /** Videos watched by all users of the account; a video watched by two users counts twice. */
  videoViews: z.int(),
  users: z.array(ViewedUser),
  /** Null for an account that never had one. */
  subscription: z.nullable(Subscription),
})

const ViewedContact = z.strictObject({
  kind: z.literal('contact'),
  /** ID of the contact. */
  id: AnyId,
  email: z.string(),
  confirmed: z.boolean(),
  /** Name of the user. */
  name: z.string(),
  account: z.strictObject({ id: AnyId, name: z.string() }),
  /** Version of the account. */
  version: z.int(),
  /** Videos watched by this user. */
  videoViews: z.int(),
})

/** An account, or a single user of one, as shown to the admin. */
export const AccountOrContact = z.discriminatedUnion('kind', [ViewedAccount, ViewedContact])
export type ViewedAccount = z.output<typeof ViewedAccount>
export type ViewedContact = z.output<typeof ViewedContact>
export type ViewedUser = z.output<typeof ViewedUser>

/** The owner of an account, or the user with that contact. Confirmed by the admin's password. */
const person = { accountId: AnyId, contactId: z.optional(AnyId), password: CurrentPassword }

/** The user whose second factors, or sessions, are removed. */
export const PersonOfAccount = z.strictObject(person)

/** Another address for a user, with the reason for the audit log. The rules are in `domain/accounts/contact.ts`. */
export const ContactMove = z.strictObject({
  ...person,
  email: Email,
  reason: Text(500).check(z.regex(/\S/)),
})

/** A temporary password. The rule is in `domain/accounts/password.ts`. */
export const TemporaryPasswordGrant = z.strictObject({ ...person, temporaryPassword: Password })

/** ID of an account or a contact; the password is needed when the admin's last confirmation has expired. */
export const Switch = z.strictObject({ id: AnyId, password: z.optional(CurrentPassword) })

/** Deletes an account at once, confirmed by the admin's password. */
export const AccountPurge = z.strictObject({ id: AnyId, password: CurrentPassword })

/**
 * `purgeList`: the data are deleted, but the list of purges, which keeps a restore from bringing them back, was not
 * written.
 */
export const AccountPurged = z.strictObject({
  status: z.literal('ok'),
  purgeList: z.optional(z.literal('not-written')),
})

/** Prepaid licences for an account, confirmed by the admin's password. */
export const PrepaidGrant = z.strictObject({
  accountId: AnyId,
  password: CurrentPassword,
  licenseCount: z.int().check(z.positive(), z.maximum(100_000)),
  interval: Interval,
})

/** A coupon for an account, confirmed by the admin's password. */
export const CouponAssignment = z.strictObject({
  accountId: AnyId,
  password: CurrentPassword,
  couponCode: Line(100),
})
