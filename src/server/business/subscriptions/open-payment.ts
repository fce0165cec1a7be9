import type { OpenPayment } from '#contract/billing/billing.ts'
import { unsettledAttempts } from '#server/books/billing/charging/charging.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { ChargeOrder } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'

const ever = new Date(8.64e15)

/** The charge of an account that waits: for the card holder, whose bank asks, or for an answer of the provider. */
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

/** Asks the provider how what waits stands, and settles it by the answer: after the card holder has confirmed, or not. */
export async function checkPayment(services: Services, accountId: string): Promise<void> {
  for (const attempt of await waiting(services.database, accountId)) {
    // one that may never have arrived is the recovery's to send again
    if (attempt.provider_ref !== null) await runPaymentSteps(services, [{ kind: 'look-up', attempt }])
  }
}

async function waiting({ db }: Services['database'], accountId: string) {
  const unsettled = await unsettledAttempts(db, { askedBefore: ever, accountId })
  return unsettled.filter(({ void_at: given }) => given === null)
}
