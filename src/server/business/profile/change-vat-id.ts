import { fieldMessageKey } from '#contract/problems.ts'
import { checkVatId, cleanVatId, isCountryCode } from '#domain/tax/vat-id.ts'
import { queueVatIdCheck, vatRegisterOf } from '#server/books/billing/check-vat-id.ts'
import { readVatCheck, storeVatCheck } from '#server/books/billing/vat-check.store.ts'
import { hasRightCheckDigits } from '#server/books/billing/vat-id-checksum.ts'
import { isConfirmed, type VatCheck } from '#server/books/billing/vat-of-account.ts'
import { storeVatId } from '#server/identity/accounts/profile.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Changes billing country, VAT id and whether the account buys as a business, which belong together: a blank VAT id
 * deletes the stored one (product.md section 5). Only a valid VAT id lowers the tax. Wrong check digits are refused
 * unless the register knows the id, because some assigned numbers break the published rules. 422 `country-invalid`,
 * `vat-id-invalid`, `vat-id-checksum`.
 */
export const changeVatId: UseCase<'changeVatId'> = async (services, { body, viewer }) => {
  const { country } = body
  if (!isCountryCode(country)) return new Problem('invalid', { fields: { country: 'field_country_invalid' } })
  const fault = checkVatId(country, body.vatId)
  if (fault) return new Problem('invalid', { fields: { vatId: fieldMessageKey(fault) } })
  const vatId = cleanVatId(body.vatId) || null
  const { accountId } = viewer
  const mistyped = vatId !== null && !(await hasRightCheckDigits(country, vatId))
  const refusal = mistyped ? await services.limits.vatIds.consume(accountId) : undefined
  if (refusal) return refusal
  const confirmation = mistyped ? await askRegister(services, accountId, vatId) : undefined
  if (mistyped && !confirmation) return new Problem('invalid', { fields: { vatId: 'field_vat_id_checksum' } })
  await inTransaction(services.database.db, async (trx) => {
    await storeVatId(trx, accountId, { country, vatId, business: body.business })
    if (confirmation) await storeVatCheck(trx, accountId, confirmation)
    else if (vatId) await queueVatIdCheck(trx, services, accountId)
  })
  return accountAnswer(services, viewer)
}

/** The register's confirmation of an id; undefined without a register, or while it does not confirm it. */
async function askRegister(
  { database, config, clock }: Pick<Services, 'config' | 'database' | 'clock'>,
  accountId: string,
  vatId: string,
): Promise<VatCheck | undefined> {
  const register = vatRegisterOf(config)
  if (!register) return undefined
  const last = await readVatCheck(database.db, accountId)
  if (isConfirmed(last, vatId)) return last
  const answer = await register.check(vatId)
  return answer.state === 'valid' ? { vatId, checkedAt: clock.real().toISOString(), ...answer } : undefined
}
