import * as z from 'zod/mini'
import { Cents, Id, Instant, Interval, Line, Secret } from '#contract/shapes.ts'

export const Email = Line(254)
/** Twice the longest password, because an emoji is one character of it and two of a string; the rule is `domain/accounts/password.ts`'s. */
export const Password = Secret(256)
export const Code = Line(200)

/** Sign-in. `staySignedIn` keeps the session beyond the browser's. */
export const Login = z.strictObject({
  email: Email,
  password: Secret(1024),
  staySignedIn: z.optional(z.boolean()),
})

/** What a visitor fills in to register (product.md sections 2 and 5). The rules are `domain/accounts/account.ts`'s. */
export const Registration = z.strictObject({
  name: Line(200),
  email: Email,
  password: Password,
  couponCode: z.optional(Line(100)),
  newsletter: z.optional(z.boolean()),
  termsAccepted: z.boolean(),
  /** The page of this site that they wanted to see; the mailed link leads back to it. */
  next: z.optional(Line(500)),
})
export type Registration = z.output<typeof Registration>

/** The registration of this browser whose message is to come once more; `next` as at registering. */
export const RegistrationToResend = z.strictObject({ email: Email, next: z.optional(Line(500)) })

/** The same answer for a known and an unknown address. */
export const ConfirmationNeeded = z.strictObject({
  status: z.literal('confirmation-needed'),
  email: z.string(),
})

/**
 * `password` where the browser is not the one that registered: the one chosen then, or a new one. With a new one the
 * account starts anew, under `name`.
 */
export const ContactConfirmation = z.strictObject({
  contact: Email,
  code: Code,
  password: z.optional(Password),
  name: z.optional(Line(200)),
})
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
 * product.md section 3, Subscription. `includedLicenses` users are covered, `includedLicenseCount` of them in use. What it costs
 * and how it is paid is for `subscription.manage` alone: others read no price, credit, coupon, card or address.
 */
export const Subscription = z.strictObject({
  status: SubscriptionStatus,
  health: z.enum(['ok', 'past-due', 'action-required', 'unknown']),
  until: z.nullable(Instant),
  pricingId: z.nullable(z.string()),
  priceCents: z.nullable(Cents),
  /** With tax, that of the invoices it comes from; pays the next ones. Below zero: open of earlier ones, and charged with the next. */
  creditCents: Cents,
  licenseCount: z.int(),
  includedLicenses: z.int(),
  includedLicenseCount: z.int(),
  interval: z.nullable(Interval),
  coupon: z.optional(z.string()),
  paymentProvider: z.optional(z.string()),
  /** On file for the next charge; `expires` is `2029-08`. */
  card: z.optional(z.strictObject({ brand: z.string(), last4: z.string(), expires: z.string() })),
  /** A card is on file, so more users can be paid for. For users who manage users but may not see the card. */
  cardOnFile: z.optional(z.literal(true)),
  /** What the next period is paid for in, where it differs from `interval`. */
  nextInterval: z.optional(Interval),
  /** The next charge as it would be today, with VAT. */
  nextCharge: z.optional(z.strictObject({ at: Instant, grossCents: Cents })),
  /** What a period costs from then on, with VAT and before any credit. */
  nextPeriodGrossCents: z.optional(Cents),
  /**
   * A renewal that was not paid: what the card is charged with, when that is tried again without anybody's doing, and
   * when the access ends if it stays unpaid.
   */
  overdue: z.optional(
    z.strictObject({
      grossCents: Cents,
      nextTryAt: z.optional(Instant),
      accessEndsAt: Instant,
      /** The card on file may be tried again at once. */
      mayTryAgain: z.boolean(),
    }),
  ),
  /**
   * What is refunded on request until that moment, gross: `grossCents` onto the cards that paid, `creditCents` onto the balance.
   * `ends`: the subscription ends with it; else only the users bought last leave.
   */
  refund: z.optional(
    z.strictObject({ until: Instant, grossCents: Cents, creditCents: Cents, ends: z.boolean() }),
  ),
  billingAddress: z.optional(z.string()),
  version: z.int(),
  prepaid: z.boolean(),
  pendingExpiry: z.boolean(),
})

export type Subscription = z.output<typeof Subscription>

export const Permission = z.enum(['account.manage', 'subscription.manage', 'users.manage'])
export type Permission = z.output<typeof Permission>

/** A user of the account as shown to whoever manages users. `seat`: within the licence count. */
export const AccountUser = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  role: z.enum(['owner', 'manager', 'user']),
  seat: z.boolean(),
})
export type AccountUser = z.output<typeof AccountUser>

/** Somebody who is added to an account once the payment for their seat has arrived. */
export const WaitingUser = z.strictObject({ name: z.string(), email: z.string() })

/** The account as its signed-in user sees it. */
export const Account = z.strictObject({
  id: Id,
  name: z.string(),
  newsletter: z.boolean(),
  language: z.string(),
  /** What a contract is called by in declarations about it; with `subscription.manage`. */
  contractNumber: z.optional(z.string()),
  /** With `subscription.manage`, as are VAT id and billing address. */
  country: z.optional(z.string()),
  vatId: z.optional(z.string()),
  /** That it buys as a business, as it says itself. */
  business: z.optional(z.boolean()),
  billingAddress: z.optional(z.string()),
  version: z.int(),
  /** When the account, or this user, will be deleted as they asked. */
  deletionAt: z.optional(Instant),
  /** Which of the two. Only its owner can keep an account. */
  deletionOf: z.optional(z.enum(['account', 'user'])),
  /** The signed-in user's own. */
  contacts: z.array(Contact),
  /** With `users.manage`. */
  users: z.optional(z.array(AccountUser)),
  /** With `users.manage`: who is added once the payment that waits has arrived. */
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
  /** Whom to ask for it who may not watch and not subscribe: names of the owner and then the managers of their account. */
  askable: z.optional(z.array(z.string())),
  favourites: z.array(Id),
})

/** Who uses this browser, and what they may do. */
export const UserSession = z.discriminatedUnion('authenticated', [SignedOut, SignedIn])
export type UserSession = z.output<typeof UserSession>
export type SignedInSession = z.output<typeof SignedIn>
