import { type CompanyProof, openSession, type Proof } from '#server/identity/sessions/sessions.ts'
import { isTwoFactorOn, readSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import type { Services } from '#server/platform/services/services.ts'

/** A user who has passed the first step of a sign-in. */
export type ProvenUser = {
  readonly userId: string
  readonly accountId: string
  readonly staySignedIn: boolean
  /** Checked again when the session is stored. */
  readonly stillProven: Proof
  /** The sign-in used a temporary password. */
  readonly mustChangePassword?: boolean
  readonly byCompany?: CompanyProof
}

type Method = 'totp' | 'passkey' | 'recovery-code'
type SignedInAnswer =
  | { readonly status: 200; readonly body: { readonly status: 'ok' } }
  | { readonly status: 202; readonly body: { readonly status: 'password-change-required' } }

/** The reply of every sign-in call. */
export type SignInAnswer =
  | SignedInAnswer
  | { readonly status: 202; readonly body: { status: 'two-factor-required'; methods: Method[] } }

/**
 * Ends the first step of every sign-in (password, temporary password, code host): a user with a second factor gets a
 * pending session without rights; others are signed in by `completeSignIn`. Opening a full session elsewhere would
 * bypass the second factor. Undefined, without a sign-in, where the proof has become invalid meanwhile.
 */
export async function finishSignIn(
  services: Services,
  browser: Browser,
  user: ProvenUser,
): Promise<SignInAnswer | undefined> {
  const factors = await readSecondFactors(services.database.db, user.userId)
  if (!isTwoFactorOn(factors)) return completeSignIn(services, browser, user)
  if (!(await openSession(services, browser, { ...user, kind: 'two-factor-pending' }))) return undefined
  const methods: Method[] = []
  if (factors.totp) methods.push('totp')
  if (factors.passkeys > 0) methods.push('passkey')
  if (factors.recoveryCodes > 0) methods.push('recovery-code')
  return { status: 202, body: { status: 'two-factor-required', methods } }
}

/**
 * Signs in a user who has passed the second factor, has none, used a passkey with user verification, or was signed in by
 * their company, whose provider asks for factors itself (decisions/141-company-sign-in.md). After a temporary password the session permits changing it only. Undefined, as above.
 */
export async function completeSignIn(
  services: Services,
  browser: Browser,
  { mustChangePassword = false, ...user }: ProvenUser,
): Promise<SignedInAnswer | undefined> {
  const kind = mustChangePassword ? 'password-change' : 'full'
  if (!(await openSession(services, browser, { ...user, mustChangePassword, kind }))) return undefined
  return mustChangePassword
    ? { status: 202, body: { status: 'password-change-required' } }
    : { status: 200, body: { status: 'ok' } }
}
