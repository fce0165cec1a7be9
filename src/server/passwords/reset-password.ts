import type { FastifyInstance } from 'fastify'
import type { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { consumeCode } from '#server/accounts/contact-code.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { checkPasswordCode } from './check-password-code.ts'
import { setPassword } from './set-password.ts'

/**
 * Chooses a new password with the code of a mailed link. It signs nobody in: whoever has a second factor needs it at the
 * next sign-in as ever. 422 `code-missing`, `code-wrong` (or used, or replaced by a newer one), `code-expired` after an
 * hour, `invalid` for a password that is no good, which leaves the code as it was.
 */
export async function resetPassword(
  app: FastifyInstance,
  services: Services,
  { body, visitor }: CallContext<typeof credentialCalls.resetPassword>,
): Promise<CallAnswer<typeof credentialCalls.resetPassword>> {
  const found = await checkPasswordCode(app, services, { ...body, purpose: 'reset-password', visitor })
  if (found instanceof Problem) return found
  const { userId, codeHash, newPasswordHash: passwordHash } = found
  const refusal = await inTransaction(services.database.db, async (trx) => {
    if (!(await consumeCode(trx, { codeHash, usedAt: services.clock.real() })))
      return new Problem('code-wrong')
    await setPassword(trx, services, { userId, passwordHash })
    return undefined
  })
  if (refusal) return refusal
  // one that was being opened with the former password meanwhile
  await endSessionsOf(services, userId)
  return { status: 200, body: { status: 'ok' } }
}
