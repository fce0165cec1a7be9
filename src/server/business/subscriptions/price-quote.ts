import { quotePrice } from '#domain/billing/price-quote.ts'
import type { Interval } from '#domain/interval.ts'
import { mostUsers } from '#domain/pricing.ts'
import { checkVatId, cleanVatId, isCountryCode } from '#domain/tax/vat-id.ts'
import { readVatCheck } from '#server/books/billing/vat-check.store.ts'
import { hasRightCheckDigits } from '#server/books/billing/vat-id-checksum.ts'
import { isConfirmed, vatOfAccount } from '#server/books/billing/vat-of-account.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'

/**
 * Returns the price of a number of users on the plan on sale, with the tax of a country and VAT id. With a register
 * only its answer about the account's own VAT id counts. 422 by field.
 */
export const priceQuote: UseCase<'priceQuote'> = async (services, { query, visitor }) => {
  const { config, clock, database } = services
  const users = Number(query.users)
  const country = query.country ?? 'DE'
  const vatId = cleanVatId(query.vatId ?? '')
  const vatCheck = visitor.viewer && vatId ? await readVatCheck(database.db, visitor.viewer.accountId) : null
  const fields: Record<string, string> = {}
  if (users > mostUsers) fields.users = 'field_invalid'
  if (!isCountryCode(country)) fields.country = 'field_invalid'
  else if (checkVatId(country, vatId)) fields.vatId = 'field_vat_id_invalid'
  else if (!isConfirmed(vatCheck, vatId) && !(await hasRightCheckDigits(country, vatId)))
    fields.vatId = 'field_vat_id_checksum'
  const buyer = { country, vatId: vatId || null, isBusiness: vatId !== '', vatCheck }
  const { basisPoints, reverseCharge } = vatOfAccount(config, buyer, clock.now())
  const quote =
    users > mostUsers
      ? undefined
      : quotePrice(planOnSale(services), users, intervalOf(query.interval), basisPoints)
  if (!quote) fields.interval = 'field_invalid'
  if (Object.keys(fields).length > 0 || !quote) return new Problem('invalid', { fields })
  const { netCents, vatCents, grossCents, monthlyNetCents, percentOfTier, percentOfInterval, cheaperNext } =
    quote
  return {
    status: 200,
    body: {
      netCents,
      vatCents,
      grossCents,
      monthlyNetCents,
      percentOfTier,
      percentOfInterval,
      vat: { basisPoints, reverseCharge },
      ...(cheaperNext && {
        cheaperNext: { users: cheaperNext.users, monthlyNetCents: cheaperNext.monthlyNetCents },
      }),
    },
  }
}

function intervalOf(text: string): Interval {
  return { value: Number(text.slice(0, -1)), unit: text.slice(-1) as Interval['unit'] }
}
