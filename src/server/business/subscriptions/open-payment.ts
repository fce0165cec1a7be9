import type { OpenPayment } from '#contract/billing/billing.ts'
import { unsettledAttempts } from '#server/books/billing/charging/charging.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { ChargeOrder } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'

const ever = new Date(8.64e15)

/** Returns an account's pending charge: it waits for the card holder's answer to the bank, or for the provider. */
export async function openPayment(
  { database }: Pick<Services, 'database'>,
  accountId: string,
): Promise<OpenPayment['payment']> {
  const [attempt] = await waiting(database, accountId)
  if (!attempt) return null
  const { amountCents: grossCents, method } = attempt.params as ChargeOrder
  const provider = attempt.provider === 'stripe' ? 'stripe' : 'sandbox'
  if (attempt.state !== 'needs-action') return { state: 'processing', grossCents, provider }
  return {
    state: 'action-required',
    grossCents,
    provider,
    ...(attempt.client_secret !== null && { clientSecret: attempt.client_secret, paymentMethod: method }),
  }
}

/** Looks up the pending charge at the provider and settles it: after the card holder has confirmed, or not. */
export async function checkPayment(services: Services, accountId: string): Promise<void> {
  for (const attempt of await waiting(services.database, accountId)) {
    // an attempt that may not have arrived is left to the recovery
    if (attempt.provider_ref !== null) await runPaymentSteps(services, [{ kind: 'look-up', attempt }])
  }
}

async function waiting({ db }: Services['database'], accountId: string) {
  const unsettled = await unsettledAttempts(db, { askedBefore: ever, accountId })
  return unsettled.filter(({ void_at: given }) => given === null)
}
