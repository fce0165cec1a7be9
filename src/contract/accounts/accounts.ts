import * as z from 'zod/mini'
import { Cents, Id, Instant, Interval, Line, Secret } from '#contract/shapes.ts'

export const Email = Line(254)
/**
 * Twice the longest password: an emoji is one character of a password and two code units of a string. The rule is in
 * `domain/accounts/password.ts`.
 */
export const Password = Secret(256)
export const Code = Line(200)

/** Sign-in. With `staySignedIn` the session outlives the browser session. */
export const Login = z.strictObject({
  email: Email,
  password: Secret(1024),
  staySignedIn: z.optional(z.boolean()),
})

/** The registration form (product.md sections 2 and 5). The rules are in `domain/accounts/account.ts`. */
export const Registration = z.strictObject({
  name: Line(200),
  email: Email,
  password: Password,
  couponCode: z.optional(Line(100)),
  newsletter: z.optional(z.boolean()),
  termsAccepted: z.boolean(),
  /** The page of this site that the visitor asked for; the mailed link leads back to it. */
  next: z.optional(Line(500)),
})
export type Registration = z.output<typeof Registration>

/** Asks for the confirmation mail of this browser's registration once more; `next` as at registering. */
export const RegistrationToResend = z.strictObject({ email: Email, next: z.optional(Line(500)) })

/** The same answer for a known and an unknown address. */
export const ConfirmationNeeded = z.strictObject({
  status: z.literal('confirmation-needed'),
  email: z.string(),
})

/**
 * `password` only if another browser confirms: the registration's password, or a new one. A new one resets the account,
 * with `name`.
 */
export const ContactConfirmation = z.strictObject({
  contact: Email,
  code: Code,
  password: z.optional(Password),
  name: z.optional(Line(200)),
})
/** The secret of a mailed link that moves an address, or objects to it. */
export const LinkToken = z.strictObject({ token: Line(100) })
export const ContactMoved = z.strictObject({ email: z.string() })
/** `told`: the former address belongs to another account by now. */
export const MoveObjected = z.strictObject({ outcome: z.enum(['restored', 'told']) })
export const ContactConfirmed = z.strictObject({ contact: z.string(), trialStarted: z.boolean() })

const Contact = z.strictObject({
  id: Id,
  email: z.string(),
  type: z.literal('email'),
  primary: z.boolean(),
  confirmed: z.boolean(),
  removable: z.boolean(),
})

/** `confirm-email` until the owner's contact is confirmed; the others are product.md section 4's. */
const SubscriptionStatus = z.enum([
  'confirm-email',
  'trial',
  'prepaid',
  'active',
  'pending-expiry',
  'cancelled',
])

/**
 * product.md section 3, Subscription. `includedLicenses` users are covered, `includedLicenseCount` of them in use. Price,
 * credit, coupon, card and address need `subscription.manage`.
 */
export const Subscription = z.strictObject({
  status: SubscriptionStatus,
  health: z.enum(['ok', 'past-due', 'action-required', 'unknown']),
  until: z.nullable(Instant),
  /** A pause that follows the paid time, or has begun: then nobody may watch. `until` is its end. */
  paused: z.optional(z.strictObject({ from: Instant, until: Instant, begun: z.boolean() })),
  pricingId: z.nullable(z.string()),
  priceCents: z.nullable(Cents),
  /** Gross; reduces the next invoices. Negative: an open amount, charged with the next invoice. */
  creditCents: Cents,
  licenseCount: z.int(),
  includedLicenses: z.int(),
  includedLicenseCount: z.int(),
  interval: z.nullable(Interval),
  coupon: z.optional(z.string()),
  paymentProvider: z.optional(z.string()),
  /** On file for the next charge; `expires` is `2029-08`. */
  card: z.optional(z.strictObject({ brand: z.string(), last4: z.string(), expires: z.string() })),
  /** A card is stored, so more users can be paid for. For users with `users.manage` who may not see the card. */
  cardOnFile: z.optional(z.literal(true)),
  /** Interval of the next period, where it differs from `interval`. */
  nextInterval: z.optional(Interval),
  /** The next charge as of today, gross. */
  nextCharge: z.optional(z.strictObject({ at: Instant, grossCents: Cents })),
  /** Price of each later period, gross, before credit. */
  nextPeriodGrossCents: z.optional(Cents),
  /** An unpaid renewal: the amount due, the next automatic retry, and the end of access if it stays unpaid. */
  overdue: z.optional(
    z.strictObject({
      grossCents: Cents,
      nextTryAt: z.optional(Instant),
      accessEndsAt: Instant,
      /** The stored card may be tried again now. */
      mayTryAgain: z.boolean(),
    }),
  ),
  /**
   * Refundable on request until that moment, gross: `grossCents` to the cards that paid, `creditCents` to the balance.
   * `ends`: the subscription ends too; otherwise only the users added last are removed.
   */
  refund: z.optional(
    z.strictObject({ until: Instant, grossCents: Cents, creditCents: Cents, ends: z.boolean() }),
  ),
  /** A new price was announced for a later renewal. */
  newPrice: z.optional(z.strictObject({ agreed: z.boolean() })),
  billingAddress: z.optional(z.string()),
  version: z.int(),
  prepaid: z.boolean(),
  pendingExpiry: z.boolean(),
})

export type Subscription = z.output<typeof Subscription>

export const Permission = z.enum(['account.manage', 'subscription.manage', 'users.manage'])
export type Permission = z.output<typeof Permission>

/** A user of the account, for users with `users.manage`. `seat`: within the licence count. */
export const AccountUser = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  role: z.enum(['owner', 'manager', 'user']),
  seat: z.boolean(),
})
export type AccountUser = z.output<typeof AccountUser>

/** A user who is added once the payment for their seat succeeds. */
export const WaitingUser = z.strictObject({ name: z.string(), email: z.string() })

/** The account, as shown to its signed-in user. */
export const Account = z.strictObject({
  id: Id,
  name: z.string(),
  newsletter: z.boolean(),
  language: z.string(),
  /** Contract number for declarations; needs `subscription.manage`. */
  contractNumber: z.optional(z.string()),
  /** Needs `subscription.manage`, as do VAT ID and billing address. */
  country: z.optional(z.string()),
  vatId: z.optional(z.string()),
  /** The account states that it buys as a business. */
  business: z.optional(z.boolean()),
  billingAddress: z.optional(z.string()),
  version: z.int(),
  /** When the account, or this user, is deleted on request. */
  deletionAt: z.optional(Instant),
  /** What is deleted. Only the owner can keep an account. */
  deletionOf: z.optional(z.enum(['account', 'user'])),
  /** Contacts of the signed-in user. */
  contacts: z.array(Contact),
  /** Needs `users.manage`. */
  users: z.optional(z.array(AccountUser)),
  /** Needs `users.manage`: users who are added once the pending payment succeeds. */
  waitingUsers: z.optional(z.array(WaitingUser)),
})
export type Account = z.output<typeof Account>

const SignedOut = z.strictObject({ authenticated: z.literal(false) })
const SignedIn = z.strictObject({
  authenticated: z.literal(true),
  user: z.strictObject({
    id: Id,
    name: z.string(),
    email: z.string(),
    avatarUrl: z.optional(z.string()),
    confirmed: z.boolean(),
  }),
  account: Account,
  permissions: z.array(Permission),
  admin: z.boolean(),
  switchedBy: z.optional(z.strictObject({ name: z.string() })),
  subscription: z.nullable(Subscription),
  mayWatch: z.boolean(),
  /** Names of the owner and then the managers, for a user who can neither watch nor subscribe. */
  askable: z.optional(z.array(z.string())),
  favourites: z.array(Id),
})

/** The user of this browser and their permissions. */
export const UserSession = z.discriminatedUnion('authenticated', [SignedOut, SignedIn])
export type UserSession = z.output<typeof UserSession>
export type SignedInSession = z.output<typeof SignedIn>
