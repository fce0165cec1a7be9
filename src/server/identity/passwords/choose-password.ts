import type { FastifyRequest } from 'fastify'
import { confirmContactRow, disownAddress } from '#server/identity/accounts/confirmation.store.ts'
import {
  type ContactCode,
  consumeCode,
  endPasswordCodesOf,
} from '#server/identity/accounts/contact-code.store.ts'
import { checkContactCode } from '#server/identity/accounts/contact-code.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { refuseNewPassword } from './check-new-password.ts'
import { storePasswordHash } from './password.store.ts'
import { setPassword } from './set-password.ts'

/**
 * Sets the first password of an added user with the code of their invitation, which also confirms their contact. Does
 * not sign in. 422 as with a reset; 409 `contact-in-use` where the address was confirmed elsewhere meanwhile. A user
 * who has a password cannot get another one this way.
 */
export const createPassword: UseCase<'createPassword'> = async (services, { body, visitor, request }) => {
  const found = await checkPasswordCode(services, {
    ...body,
    purpose: 'create-password',
    visitor,
    request,
  })
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
    request.concerned = { userId }
    return { status: 200, body: { status: 'ok' } } as const
  })
}

/**
 * Sets a new password with the code of a mailed link. Does not sign in: a second factor is needed at the next sign-in
 * as before. 422 `code-missing`, `code-wrong` (or used, or replaced by a newer one), `code-expired` after an hour,
 * `invalid` for an invalid password, which leaves the code valid.
 */
export const resetPassword: UseCase<'resetPassword'> = async (services, { body, visitor, request }) => {
  const { unlinkCodeHost, ...sent } = body
  const found = await checkPasswordCode(services, {
    ...sent,
    purpose: 'reset-password',
    visitor,
    request,
  })
  if (found instanceof Problem) return found
  const { userId, codeHash, newPasswordHash: passwordHash } = found
  return inTransaction(services.database.db, async (trx) => {
    if (!(await consumeCode(trx, { codeHash, usedAt: services.clock.real() })))
      return new Problem('code-wrong')
    await setPassword(trx, services, { userId, passwordHash, unlinkCodeHost })
    request.concerned = { userId }
    return { status: 200, body: { status: 'ok' } } as const
  })
}

/**
 * Verifies a mailed code for choosing a password, and hashes the new password. Nothing is hashed for an invalid code,
 * so that guesses cost little. 422 `code-missing`, `code-wrong` (or used, or replaced by a newer one), `code-expired`,
 * `invalid` for an invalid password, which leaves the code valid. A user who has a password cannot get a first one.
 */
async function checkPasswordCode(
  services: Services,
  {
    password,
    request,
    ...sent
  }: {
    contact: string
    code: string
    password: string
    purpose: 'reset-password' | 'create-password'
    visitor: Visitor
    request: FastifyRequest
  },
): Promise<(ContactCode & { readonly codeHash: Buffer; readonly newPasswordHash: string }) | Problem> {
  const { clock, config, passwords } = services
  request.concerned = { claimed: sent.contact }
  const found = await checkContactCode(services, sent)
  if (found instanceof Problem) return found
  if (found.usedAt) return new Problem('code-wrong')
  if (found.expiresAt <= clock.real()) return new Problem('code-expired')
  const fault = refuseNewPassword(password, { productName: config.productName, emails: [found.email] })
  if (fault) return fault
  if (sent.purpose === 'create-password' && found.passwordHash !== null) return new Problem('code-wrong')
  const newPasswordHash = await passwords.hash(password)
  return newPasswordHash instanceof Problem ? newPasswordHash : { ...found, newPasswordHash }
}
