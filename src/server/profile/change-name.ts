import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { accountAnswer } from '#server/accounts/account-answer.ts'
import { storeAccountName, storeUserName } from '#server/accounts/profile.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/**
 * Changes the user's own name; the owner's is the name of the account as well. Counts as a change of the account, whose
 * list of users shows it. 422 `name-missing` where nothing but spaces was typed.
 */
export async function changeName(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.changeName>,
): Promise<CallAnswer<typeof accountCalls.changeName>> {
  const name = body.name.trim()
  if (name === '') return new Problem('invalid', { fields: { name: 'field_name_missing' } })
  await inTransaction(services.database.db, async (trx) => {
    await storeUserName(trx, viewer, name)
    if (viewer.role === 'owner') await storeAccountName(trx, viewer.accountId, name)
  })
  return accountAnswer(services, viewer)
}
