import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { accountAnswer } from '#server/accounts/account-answer.ts'
import { storeBillingAddress } from '#server/accounts/profile.store.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/** Changes where invoices are addressed to (product.md section 5: non-empty). 422 `billing-address-missing`. */
export async function changeBillingAddress(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.changeBillingAddress>,
): Promise<CallAnswer<typeof accountCalls.changeBillingAddress>> {
  const address = tidyLines(body.address)
  if (address === '') return new Problem('invalid', { fields: { address: 'field_billing_address_missing' } })
  await storeBillingAddress(services.database.db, viewer.accountId, address)
  return accountAnswer(services, viewer)
}

/** One kind of line break, and no spaces at the ends: so an invoice prints it as it was meant. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
