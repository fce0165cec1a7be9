import type { ChargeResult } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Converts a failed payment to a problem; undefined for a successful or pending one. 409 `card-declined` with the
 * provider's message, if any (product.md section 8); `card-not-registered` where the provider has deleted the card or
 * its customer; 503 for what only the operator can correct.
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
