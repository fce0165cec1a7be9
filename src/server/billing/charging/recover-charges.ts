import { noteForOperator } from '#server/billing/payment-notice.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { oneByOne, type StepOutcome, together } from '#server/jobs/upkeep-step.ts'
import type { Services } from '#server/services/services.ts'
import { type UnsettledAttempt, unsettledAttempts } from './charging.store.ts'
import { unsettledRefunds } from './refund.store.ts'
import { type PaymentStep, runPaymentSteps } from './run-payment-steps.ts'

const minute = 60_000

/** After this long a provider may have forgotten a key: from then on it is only asked, never sent again. */
const keysLiveMs = 23 * 60 * minute

/** After this long without an answer the operator is notified. */
const notifyAfterMs = 24 * 60 * minute

/**
 * Takes up what was left unfinished: by a crash between writing down and asking, by an answer that was lost, by a provider
 * that was away. What is younger than two minutes is left to whoever is at it. One sent less than 23 hours ago is sent again
 * with the same key; an older one is looked up, and given up only when the provider knows nothing of it.
 * @param settleAll at the start: nobody else is at it, so nothing is too young
 */
export async function recoverCharges(services: Services, settleAll = false): Promise<StepOutcome> {
  const { database, clock, log } = services
  const real = clock.real()
  const askedBefore = settleAll ? real : new Date(real.getTime() - 2 * minute)
  const unsettled = await unsettledAttempts(database.db, { askedBefore })
  // what was given up first: other attempts wait for it
  const charges = await oneByOne(
    unsettled.toSorted((one, other) => Number(!one.void_at) - Number(!other.void_at)),
    (attempt) => recover(services, attempt, real),
    (error, attempt) => {
      log.error({ err: error, attemptId: attempt.id }, 'a charge could not be taken up again')
    },
  )
  const refunds = await oneByOne(
    await unsettledRefunds(database.db, askedBefore),
    (refundId) => runPaymentSteps(services, [{ kind: 'refund', refundId }]),
    (error, refundId) => {
      log.error({ err: error, refundId }, 'a refund could not be taken up again')
    },
  )
  return together(charges, refunds)
}

async function recover(services: Services, attempt: UnsettledAttempt, real: Date): Promise<void> {
  const age = real.getTime() - attempt.first_sent_at.getTime()
  const result = await runPaymentSteps(services, [questionAbout(attempt, age)])
  if (result?.kind === 'unknown' && age > notifyAfterMs)
    await notifyOperator(services, attempt, result.reason)
}

function questionAbout(attempt: UnsettledAttempt, age: number): PaymentStep {
  if (attempt.void_at) return { kind: 'cancel', attempt }
  const isKnown = attempt.state === 'needs-action' || attempt.provider_ref !== null
  return isKnown || age >= keysLiveMs ? { kind: 'look-up', attempt } : { kind: 'send', attemptId: attempt.id }
}

async function notifyOperator(services: Services, attempt: UnsettledAttempt, because: string): Promise<void> {
  await inTransaction(services.database.db, (trx) =>
    noteForOperator(trx, services, {
      kind: 'charge-unsettled',
      effectKey: `charge-unsettled ${attempt.id}`,
      accountId: attempt.account_id,
      provider: attempt.provider,
      ref: attempt.provider_ref ?? undefined,
      attemptId: attempt.id,
      because,
    }),
  )
}
