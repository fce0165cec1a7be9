import { checkAdminForm } from '#domain/accounts/admin.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { createConfirmedOwner } from '#server/identity/accounts/create-owner.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { refuseFormWithPassword } from '#server/identity/passwords/check-new-password.ts'
import { isPasswordStill } from '#server/identity/passwords/password-proof.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem, refuseRegistration } from '#server/platform/runtime/problem.ts'
import { consumeAdminLink, findAdmin } from './admin-link.store.ts'
import { checkAdminLink } from './check-admin-link.ts'

/**
 * Creates the admin's account with a link from the command line, and signs them in. The link proves access to the
 * server, so the address counts as confirmed; others who registered with it without confirming lose their access. There
 * is no trial and no subscription: the admin watches without. 422 `admin-link-wrong` before anything else is checked;
 * `invalid` by field, also for an address that another account has confirmed, which leaves the link valid.
 */
export const createAdmin: UseCase<'createAdmin'> = async (services, { body, visitor, request, reply }) => {
  const { clock, config, database, passwords, random } = services
  const link = await checkAdminLink(services, { code: body.code, visitor })
  if (link instanceof Problem) return link
  if (link.purpose !== 'new-admin') return new Problem('admin-link-wrong')
  const refused = refuseFormWithPassword(config, body, checkAdminForm(body))
  if (refused) return refused
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash

  const userId = random.id()
  const key = emailKey(body.email)
  const refusal = await inTransaction(database.db, async (trx) => {
    await lockAddress(trx, key)
    if (await findConfirmedContact(trx, key)) return refuseRegistration({ email: 'email-of-other-account' })
    // of two concurrent requests with the same link one succeeds
    if (!(await consumeAdminLink(trx, { codeHash: link.codeHash, real: clock.real() })))
      return new Problem('admin-link-wrong')
    if (await findAdmin(trx)) return new Problem('admin-link-wrong')
    await createConfirmedOwner(trx, services, {
      accountId: adminAccountId,
      userId,
      name: body.name,
      email: body.email,
      passwordHash,
      newsletter: false,
      means: 'registration',
      language: request.language,
    })
    const actor = { userId, network: visitor.network, requestId: request.id }
    await recordAudit(trx, services, actor, { action: 'admin-created', target: adminAccountId })
    return undefined
  })
  if (refusal) return refusal
  const stillProven = isPasswordStill(userId, passwordHash)
  const user = { userId, accountId: adminAccountId, staySignedIn: false, stillProven }
  return (await finishSignIn(services, { request, reply }, user)) ?? new Problem('admin-link-wrong')
}
