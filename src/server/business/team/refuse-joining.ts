import { checkContactCode } from '#server/identity/accounts/contact-code.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { deleteJoiner } from './join.store.ts'

/**
 * `POST /auth/join/refuse`: the owner of an address that a stranger typed into an invite link refuses to join, proved
 * by the mailed code. The joiner is deleted, the seat freed, and the address can register with its own trial. 422
 * `code-wrong` for any other code, and after the confirmation.
 */
export const refuseJoining: UseCase<'refuseJoining', 'database' | 'limits'> = async (
  services,
  { body: { contact, code }, visitor },
) => {
  const purpose = 'confirm-contact'
  const found = await checkContactCode(services, { contact, code, purpose, visitor })
  if (found instanceof Problem) return found
  return inTransaction(services.database.db, async (trx) => {
    await lockAddress(trx, found.emailKey)
    if (!(await deleteJoiner(trx, found.userId))) return new Problem('code-wrong')
    await countAccountChange(trx, found.accountId)
    return { status: 200, body: { status: 'ok' } } as const
  })
}
