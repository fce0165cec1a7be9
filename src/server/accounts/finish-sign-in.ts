import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTwoFactorOn, readSecondFactors } from '#server/credentials/second-factor.store.ts'
import type { Services } from '#server/services.ts'
import { openSession } from './sessions.ts'

/** The browser that asks, and the reply in which its cookies change. */
type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Somebody who has proved who they are, once. */
export type ProvenUser = {
  readonly userId: string
  readonly accountId: string
  readonly staySignedIn: boolean
  /** They came with a temporary password. */
  readonly mustChangePassword?: boolean
  /** They came with a second factor as well, or with a passkey that asked who they are. */
  readonly secondFactorDone?: boolean
}

/** What every call that signs somebody in answers. */
export type SignInAnswer =
  | { readonly status: 200; readonly body: { readonly status: 'ok' } }
  | {
      readonly status: 202
      readonly body:
        | { status: 'two-factor-required'; methods: ('totp' | 'passkey' | 'recovery-code')[] }
        | { status: 'password-change-required' }
    }

/**
 * The one end of every way to sign in (password, temporary password, code host, passkey): whoever has a second factor
 * gets a session without any rights that waits for it, then whoever came with a temporary password one that can do
 * nothing but change it, and everybody else is signed in. A way in that opens a full session by itself would be a way
 * around the second factor.
 */
export async function finishSignIn(
  services: Services,
  browser: Browser,
  { userId, accountId, staySignedIn, mustChangePassword = false, secondFactorDone = false }: ProvenUser,
): Promise<SignInAnswer> {
  const user = { userId, accountId, staySignedIn, mustChangePassword }
  const factors = secondFactorDone ? undefined : await readSecondFactors(services.database.db, userId)
  if (factors && isTwoFactorOn(factors)) {
    await openSession(services, browser, { ...user, kind: 'two-factor-pending' })
    const methods = [
      ...(factors.totp ? (['totp'] as const) : []),
      ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
      ...(factors.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
    ]
    return { status: 202, body: { status: 'two-factor-required', methods } }
  }
  if (mustChangePassword) {
    await openSession(services, browser, { ...user, kind: 'password-change' })
    return { status: 202, body: { status: 'password-change-required' } }
  }
  await openSession(services, browser, user)
  return { status: 200, body: { status: 'ok' } }
}
