import { countSessionFailure } from '#server/identity/sessions/session.store.ts'
import { endSession, isStillUnderWay } from '#server/identity/sessions/sessions.ts'
import { consumeSecondFactorCode } from '#server/identity/two-factor/two-factor-code.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { completeSignIn } from './finish-sign-in.ts'

/** The wrong code that ends the sign-in: the password is needed again. */
const lastFailure = 6

/**
 * Completes a pending sign-in with a code, in a new session. 401 `second-factor-failed`; the sixth wrong code ends the
 * sign-in.
 */
export const signInWithCode: UseCase<'secondFactor'> = async (
  services,
  { body, visitor: { pending }, request, reply },
) => {
  if (!pending) return new Problem('login-required')
  // counted before the code is verified, so that parallel attempts cannot slip past
  const failures = await countSessionFailure(services.database, pending.sessionHash)
  if (failures === undefined || failures > lastFailure) return new Problem('login-required')
  const refusal = await consumeSecondFactorCode(services, pending.userId, body.code)
  if (refusal) {
    if (failures === lastFailure) await endSession(services, { request, reply })
    return refusal
  }
  const user = { ...pending, stillProven: isStillUnderWay(pending) }
  const signedIn = await completeSignIn(services, { request, reply }, user)
  return signedIn ?? new Problem('login-required')
}
