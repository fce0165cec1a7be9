import type { ChargeResult } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { cancelAttempt, detachReplacedCards, lookUpAttempt, sendAttempt, sendRefund } from './ask-provider.ts'
import { type AttemptRow, unsettledAttempts } from './charging.store.ts'
import { settleAttempt } from './settle-attempt.ts'
import { settleRefund } from './settle-refund.ts'
import type { DecidedStep } from './store-decision.ts'

/** A step after the commit: one that a decision ordered, or a question or answer about an attempt. */
export type PaymentStep =
  | DecidedStep
  | { readonly kind: 'cancel' | 'look-up'; readonly attempt: AttemptRow }
  | { readonly kind: 'settle'; readonly attemptId: string; readonly result: ChargeResult }

/**
 * Works off a queue of steps: each calls the provider and settles the answer, and steps that follow from it (the next
 * attempt, a refund) go to the front. Unfinished ones are left to the recovery. Returns the provider's answer about the
 * attempt of the first such step.
 */
export async function runPaymentSteps(
  services: Services,
  steps: readonly PaymentStep[],
): Promise<ChargeResult | undefined> {
  const asked = steps.find(({ kind }) => kind === 'send' || kind === 'cancel' || kind === 'look-up')
  let answer: ChargeResult | undefined
  const queue = [...steps]
  for (let step = queue.shift(); step; step = queue.shift()) {
    const { result, next } = await run(services, step)
    if (step === asked) answer = result
    queue.unshift(...next)
  }
  return answer
}

type Outcome = { readonly result?: ChargeResult; readonly next: readonly PaymentStep[] }

async function run(services: Services, step: PaymentStep): Promise<Outcome> {
  switch (step.kind) {
    case 'cancel-given-up':
      return { next: await cancelsOf(services, step.accountId) }
    case 'cancel':
      return settled(services, step.attempt.id, await cancelAttempt(services, step.attempt))
    case 'send':
      return settled(services, step.attemptId, await sendAttempt(services, step.attemptId))
    case 'look-up':
      return settled(services, step.attempt.id, await lookUpAttempt(services, step.attempt))
    case 'settle':
      return settled(services, step.attemptId, step.result)
    case 'refund': {
      const result = await sendRefund(services, step.refundId)
      if (result) await settleRefund(services, step.refundId, result)
      return { next: [] }
    }
    case 'detach-cards':
      await detachReplacedCards(services)
      return { next: [] }
  }
}

async function settled(services: Services, attemptId: string, result: ChargeResult): Promise<Outcome> {
  return { result, next: await settleAttempt(services, attemptId, result) }
}

async function cancelsOf(
  { database }: Pick<Services, 'database'>,
  accountId: string,
): Promise<PaymentStep[]> {
  const waiting = await unsettledAttempts(database.db, { askedBefore: farFuture, accountId })
  return waiting.filter(({ void_at }) => void_at).map((attempt) => ({ kind: 'cancel', attempt }))
}

const farFuture = new Date(8.64e15)
