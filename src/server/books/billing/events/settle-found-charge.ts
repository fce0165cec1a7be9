import { findAttempt } from '#server/books/billing/charging/charging.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { ChargeOrder, PaymentProvider } from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Settles the attempt of a charge in its current state at the provider. `settled`: something changed; `unknown`: not an
 * attempt of this site. Throws where the provider does not know.
 */
export async function settleFoundCharge(
  services: Services,
  provider: PaymentProvider,
  { ref, attemptId }: { ref: string; attemptId: string | undefined },
): Promise<'settled' | 'as-known' | 'unknown'> {
  const { db } = services.database
  const named =
    attemptId !== undefined && isUuid(attemptId) ? await findAttempt(db, { id: attemptId }) : undefined
  const attempt = named ?? (await findAttempt(db, { provider: provider.name, ref }))
  if (!attempt || attempt.provider !== provider.name) return 'unknown'
  if (attempt.state === 'succeeded' && attempt.provider_ref === ref) return 'as-known'
  const { customer } = attempt.params as ChargeOrder
  const found = await provider.findCharge({
    attemptId: attempt.id,
    ref,
    customer,
    since: attempt.first_sent_at,
  })
  if (found === 'none') return 'unknown'
  if (found.kind === 'unknown') throw new Unavailable(found.reason)
  if (attempt.state !== 'succeeded') {
    await runPaymentSteps(services, [{ kind: 'settle', attemptId: attempt.id, result: found }])
    return 'settled'
  }
  // one attempt with two charges: no rule covers that
  if (found.kind === 'succeeded')
    await inTransaction(db, (trx) =>
      noteForOperator(trx, services, {
        kind: 'charge-unknown',
        effectKey: `charge-unknown ${provider.name} ${ref}`,
        accountId: attempt.account_id,
        provider: provider.name,
        ref,
        amountCents: found.amountCents,
      }),
    )
  return 'as-known'
}
