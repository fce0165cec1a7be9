import * as z from 'zod/mini'
import { Id, Instant, Line } from '#contract/shapes.ts'
import { CurrentPassword } from './account-sections.ts'
import { Code, Email, Password } from './accounts.ts'

/** `PUT /auth/account/reset-password`: same reply for an unknown address. */
export const ResetRequest = z.strictObject({ email: Email })
/** Sent by the page behind a mailed link: contact and code of the link, and the new password. */
export const NewPassword = z.strictObject({ contact: Email, code: Code, password: Password })
/** A reset may also unlink the code host. */
export const ResetPassword = z.strictObject({
  contact: Email,
  code: Code,
  password: Password,
  unlinkCodeHost: z.optional(z.boolean()),
})
/** `POST /api/user/change-password`. A temporary password is sent as the current one. */
export const PasswordChange = z.strictObject({
  currentPassword: CurrentPassword,
  password: Password,
  /** Also unlinks the code host. */
  unlinkCodeHost: z.optional(z.boolean()),
})

const Methods = z.array(z.enum(['totp', 'passkey', 'recovery-code']))
/** The password was correct; one of the methods must follow (product.md section 4, Login). */
const TwoFactorRequired = z.strictObject({
  status: z.literal('two-factor-required'),
  methods: Methods,
})
/** Signed in with a temporary password: no other call works until a new password is chosen. */
export const PasswordChangeRequired = z.strictObject({ status: z.literal('password-change-required') })
/** A further step before the user is signed in. */
export const NextStep = z.discriminatedUnion('status', [TwoFactorRequired, PasswordChangeRequired])

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const SecondFactorCode = Line(40)
export const SecondFactor = z.strictObject({ code: SecondFactorCode })
/**
 * Proves that a change comes from the user and not from a stolen session: the current password, a code of the second
 * factor, or, without either, a mailed code.
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

/** Sign-in methods besides the password. */
export const SignInMethods = z.strictObject({
  hasPassword: z.boolean(),
  totp: z.boolean(),
  /** Remaining codes; 0 if two-factor sign-in is off. */
  recoveryCodes: z.int(),
  passkeys: z.array(Passkey),
})
export type SignInMethods = z.output<typeof SignInMethods>

/** Shown once. `otpauth:` address for the QR code, and the secret in Base32 for typing it in. */
export const TotpSecret = z.strictObject({ uri: z.string(), secret: z.string() })
/** Shown once; each works once. Empty where earlier ones stay valid. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
export const PasskeyAdded = z.strictObject({ passkey: Passkey, recoveryCodes: z.array(z.string()) })

/** A valid session. */
export const OwnSession = z.strictObject({
  id: Id,
  current: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** The browser's `User-Agent`. */
  userAgent: z.nullable(z.string()),
  /** IP address at sign-in without its last part. */
  network: z.nullable(z.string()),
  /** Opened by the admin, who has switched into the account. */
  switched: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>
export const OwnSessions = z.strictObject({ sessions: z.array(OwnSession) })
