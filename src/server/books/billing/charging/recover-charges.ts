import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type StepOutcome, severalAtOnce, together } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type UnsettledAttempt, unsettledAttempts } from './charging.store.ts'
import { findRefund, type UnsettledRefund, unsettledRefunds } from './refund.store.ts'
import { type PaymentStep, runPaymentSteps } from './run-payment-steps.ts'

const minute = 60_000

/** Providers may forget an idempotency key after this time: older attempts are looked up, never sent again. */
const keysLiveMs = 23 * 60 * minute

/** Milliseconds without an answer after which the operator is notified. */
const notifyAfterMs = 24 * 60 * minute

/**
 * Resumes unfinished payments: after a crash between storing and sending, a lost answer, or an outage of the
 * provider. Those younger than two minutes are left to their process. One sent less than 23 hours ago is sent again
 * with the same key; an older one is looked up, and given up only when the provider does not know it.
 * @param settleAll at startup: no other process works on them, so none is too young
 */
export async function recoverCharges(services: Services, settleAll = false): Promise<StepOutcome> {
  const real = services.clock.real()
  const askedBefore = settleAll ? real : new Date(real.getTime() - 2 * minute)
  return together(await recoverAttempts(services, askedBefore), await recoverRefunds(services, askedBefore))
}

/** Page by page, the most recently looked up last: repeated failures block no others. */
async function recoverAttempts(services: Services, askedBefore: Date): Promise<StepOutcome> {
  const { database, config, log, stopping } = services
  const seen = new Set<string>()
  let outcome: StepOutcome = 'done'
  let page = await unsettledAttempts(database.db, { askedBefore })
  while (page.length > 0) {
    const unseen = page.filter(({ id }) => !seen.has(id))
    for (const { id } of unseen) seen.add(id)
    // given-up attempts first: other attempts wait for them
    for (const givenUp of [true, false]) {
      const run = await severalAtOnce(
        unseen.filter(({ void_at }) => (void_at !== null) === givenUp),
        config.renewalsAtOnce,
        (attempt) => recoverAttempt(services, attempt),
        (error, { id: attemptId }) =>
          log.error({ err: error, attemptId }, 'a charge could not be taken up again'),
        stopping,
      )
      outcome = together(outcome, run)
    }
    if (stopping.aborted) return outcome
    page = await unsettledAttempts(database.db, { askedBefore, after: page.at(-1) })
  }
  return outcome
}

async function recoverRefunds(services: Services, askedBefore: Date): Promise<StepOutcome> {
  const { database, clock, config, log, stopping } = services
  return severalAtOnce(
    await unsettledRefunds(database.db, askedBefore),
    config.renewalsAtOnce,
    async (refund) => {
      await runPaymentSteps(services, [{ kind: 'refund', refundId: refund.id }])
      const age = clock.now().getTime() - refund.orderedAt.getTime()
      if (age > notifyAfterMs) await tellOfRefund(services, refund)
    },
    (error, { id: refundId }) => log.error({ err: error, refundId }, 'a refund could not be taken up again'),
    stopping,
  )
}

/** Asks the provider what became of an attempt: sends it again with the same key, looks it up, or cancels it. */
export async function recoverAttempt(services: Services, attempt: UnsettledAttempt): Promise<void> {
  const age = services.clock.real().getTime() - attempt.first_sent_at.getTime()
  const result = await runPaymentSteps(services, [questionAbout(attempt, age)])
  if (result?.kind === 'unknown' && age > notifyAfterMs)
    await notifyOperator(services, attempt, result.reason)
}

/**
 * The provider has not carried out the refund for a day, for example because the operator's balance there is too low.
 */
async function tellOfRefund(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  { id }: UnsettledRefund,
): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    const refund = await findRefund(trx, id)
    if (!refund || refund.settled_at !== null) return
    await noteForOperator(
      trx,
      { clock, log },
      {
        kind: 'refund-unsettled',
        effectKey: `refund-unsettled ${id}`,
        accountId: refund.account_id,
        ref: refund.provider_ref ?? undefined,
        amountCents: refund.gross_cents,
      },
    )
  })
}

function questionAbout(attempt: UnsettledAttempt, age: number): PaymentStep {
  if (attempt.void_at) return { kind: 'cancel', attempt }
  const isKnown = attempt.state === 'needs-action' || attempt.provider_ref !== null
  return isKnown || age >= keysLiveMs ? { kind: 'look-up', attempt } : { kind: 'send', attemptId: attempt.id }
}

async function notifyOperator(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  attempt: UnsettledAttempt,
  because: string,
): Promise<void> {
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
