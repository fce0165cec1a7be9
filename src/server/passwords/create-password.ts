import type { FastifyInstance } from 'fastify'
import type { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { confirmContactRow, disownAddress } from '#server/accounts/confirmation.store.ts'
import { consumeCode, endPasswordCodesOf } from '#server/accounts/contact-code.store.ts'
import { findConfirmedContact, lockAddress } from '#server/accounts/registration.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { checkPasswordCode } from './check-password-code.ts'
import { storePasswordHash } from './password.store.ts'

/**
 * Chooses the first password of an added user with the code of the mail that invited them, which confirms their contact
 * as well. It signs nobody in. 422 as with a reset; 409 `contact-in-use` where somebody else has confirmed the address
 * meanwhile. A user who has a password already cannot be given another one by it.
 */
export async function createPassword(
  app: FastifyInstance,
  services: Services,
  { body, visitor }: CallContext<typeof credentialCalls.createPassword>,
): Promise<CallAnswer<typeof credentialCalls.createPassword>> {
  const found = await checkPasswordCode(app, services, { ...body, purpose: 'create-password', visitor })
  if (found instanceof Problem) return found
  const { clock, database } = services
  const { contactId, userId, emailKey, codeHash, newPasswordHash } = found
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, emailKey)
    await lockUser(trx, userId)
    const owner = await findConfirmedContact(trx, emailKey)
    if (owner && owner.id !== contactId) return new Problem('contact-in-use')
    const real = clock.real()
    if (!(await consumeCode(trx, { codeHash, usedAt: real }))) return new Problem('code-wrong')
    await confirmContactRow(trx, contactId, { now: clock.now(), real })
    await storePasswordHash(trx, userId, newPasswordHash)
    await endPasswordCodesOf(trx, { userId, usedAt: real })
    await disownAddress(trx, { emailKey, userId })
    return { status: 200, body: { status: 'ok' } } as const
  })
}
