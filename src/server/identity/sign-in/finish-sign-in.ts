import { openSession, type Proof } from '#server/identity/sessions/sessions.ts'
import { isTwoFactorOn, readSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Somebody who has proved who they are. */
export type ProvenUser = {
  readonly userId: string
  readonly accountId: string
  readonly staySignedIn: boolean
  /** Asked once more when their session is stored. */
  readonly stillProven: Proof
  /** They came with a temporary password. */
  readonly mustChangePassword?: boolean
}

type Method = 'totp' | 'passkey' | 'recovery-code'
type SignedInAnswer =
  | { readonly status: 200; readonly body: { readonly status: 'ok' } }
  | { readonly status: 202; readonly body: { readonly status: 'password-change-required' } }

/** The answer of every call that signs somebody in. */
export type SignInAnswer =
  | SignedInAnswer
  | { readonly status: 202; readonly body: { status: 'two-factor-required'; methods: Method[] } }

/**
 * The last step of every sign-in (password, temporary password, code host): whoever has a second factor gets a session
 * without any rights that waits for it; everybody else is signed in by `completeSignIn`. A sign-in that opened a full
 * session by itself would bypass the second factor.
 * Undefined, and nobody is signed in, where what they proved who they are by has gone meanwhile.
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
 * Signs somebody in who has shown a second factor, has none, or came with a passkey that asked who they are. Whoever
 * came with a temporary password gets a session that can do nothing but change it.
 * Undefined, as above.
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
