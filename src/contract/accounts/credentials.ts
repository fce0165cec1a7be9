import * as z from 'zod/mini'
import { Id, Instant, Line } from '#contract/shapes.ts'
import { CurrentPassword } from './account-sections.ts'
import { Code, Email, Password } from './accounts.ts'

/** `PUT /auth/account/reset-password`: the same answer for an unknown address. */
export const ResetRequest = z.strictObject({ email: Email })
/** What the page behind a mailed link sends: the contact and code of the link, and the password chosen there. */
export const NewPassword = z.strictObject({ contact: Email, code: Code, password: Password })
/** A reset may end signing in by a code host with it. */
export const ResetPassword = z.strictObject({
  contact: Email,
  code: Code,
  password: Password,
  unlinkCodeHost: z.optional(z.boolean()),
})
/** `POST /api/user/change-password`; with a temporary password, that one is the current one. */
export const PasswordChange = z.strictObject({
  currentPassword: CurrentPassword,
  password: Password,
  /** Ends signing in by a code host too. */
  unlinkCodeHost: z.optional(z.boolean()),
})

const Methods = z.array(z.enum(['totp', 'passkey', 'recovery-code']))
/** The password was right; now one of the methods is needed (product.md section 4, Login). */
const TwoFactorRequired = z.strictObject({
  status: z.literal('two-factor-required'),
  methods: Methods,
})
/** Signed in with a temporary password: nothing but choosing a new password works until then. */
export const PasswordChangeRequired = z.strictObject({ status: z.literal('password-change-required') })
/** One more step is needed before somebody is signed in. */
export const NextStep = z.discriminatedUnion('status', [TwoFactorRequired, PasswordChangeRequired])

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens do not count. */
const SecondFactorCode = Line(40)
export const SecondFactor = z.strictObject({ code: SecondFactorCode })
/**
 * What proves that a change comes from the user and not from whoever holds their session: the present password, a code of
 * the second factor, or, for somebody who has neither, one that was mailed.
 */
export const Proof = z.strictObject({
  currentPassword: z.optional(CurrentPassword),
  code: z.optional(SecondFactorCode),
})
export type Proof = z.output<typeof Proof>
export const PasswordAndCode = z.strictObject({ currentPassword: CurrentPassword, code: SecondFactorCode })

/** Options and answers of WebAuthn (W3C, level 3), as @simplewebauthn reads and writes them; checked by it. */
const WebAuthn = z.record(z.string(), z.unknown())
export const PasskeyOptions = z.strictObject({ options: WebAuthn })
export const PasskeyAnswer = z.strictObject({ response: WebAuthn, staySignedIn: z.optional(z.boolean()) })
export const NewPasskey = z.strictObject({ name: Line(60), response: WebAuthn })
export const PasskeyName = z.strictObject({ name: Line(60) })

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

/** How somebody signs in, beside their password. */
export const SignInMethods = z.strictObject({
  hasPassword: z.boolean(),
  totp: z.boolean(),
  /** How many are left; 0 if two-factor sign-in is off. */
  recoveryCodes: z.int(),
  passkeys: z.array(Passkey),
})
export type SignInMethods = z.output<typeof SignInMethods>

/** Shown once. `otpauth:` address for the QR code, and the secret in Base32 for typing it in. */
export const TotpSecret = z.strictObject({ uri: z.string(), secret: z.string() })
/** Shown once; each works once. Empty where earlier ones stay valid. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
export const PasskeyAdded = z.strictObject({ passkey: Passkey, recoveryCodes: z.array(z.string()) })

/** A sign-in that is still valid. */
export const OwnSession = z.strictObject({
  id: Id,
  current: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** The browser's `User-Agent`. */
  userAgent: z.nullable(z.string()),
  /** Address it was opened from, its last part left out. */
  network: z.nullable(z.string()),
  /** It is not the user's: the admin of the site has switched into the account. */
  switched: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>
export const OwnSessions = z.strictObject({ sessions: z.array(OwnSession) })
