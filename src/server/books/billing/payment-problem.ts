import type { ChargeResult } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * What somebody is told whose payment did not go through; undefined where it did, or is still on its way. 409 `card-declined`
 * in the provider's own words where it has some (product.md section 8); `card-not-registered` where the provider has the card
 * or its customer no more; 503 for what only the operator can put right.
 */
export function paymentProblem(charged: ChargeResult | undefined): Problem | undefined {
  if (charged?.kind === 'declined')
    return charged.message === undefined
      ? new Problem('card-declined')
      : new Problem('card-declined', {
          detail: { key: 'problem_card_declined_because', values: { message: charged.message } },
        })
  if (charged?.kind !== 'refused') return undefined
  return charged.hard
    ? new Problem('card-not-registered')
    : new Problem('unavailable', { retryAfterSeconds: 60 })
}
