import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import { checkVatId, cleanVatId, isCountryCode } from '#domain/tax/vat-id.ts'
import { accountAnswer } from '#server/accounts/account-answer.ts'
import { storeVatId } from '#server/accounts/profile.store.ts'
import { queueVatIdCheck } from '#server/billing/check-vat-id.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/**
 * Changes the billing country and the VAT id, which belong together: a blank VAT id takes away the one that was there
 * (product.md section 5). 422 `country-invalid`, `vat-id-invalid`.
 */
export async function changeVatId(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.changeVatId>,
): Promise<CallAnswer<typeof accountCalls.changeVatId>> {
  if (!isCountryCode(body.country))
    return new Problem('invalid', { fields: { country: 'field_country_invalid' } })
  const fault = checkVatId(body.country, body.vatId)
  if (fault) return new Problem('invalid', { fields: { vatId: fieldMessageKey(fault) } })
  const vatId = cleanVatId(body.vatId) || null
  await inTransaction(services.database.db, async (trx) => {
    await storeVatId(trx, viewer.accountId, { country: body.country, vatId })
    if (vatId) await queueVatIdCheck(trx, services, viewer.accountId)
  })
  return accountAnswer(services, viewer)
}
