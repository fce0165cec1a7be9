import type { ChargeResult } from '#server/outside/payment.ts'
import { Problem } from '#server/runtime/problem.ts'

/** 409 `card-declined`, in the provider's own words where it has some (product.md section 8). */
export function cardDeclined({ message }: Extract<ChargeResult, { kind: 'declined' }>): Problem {
  return message === undefined
    ? new Problem('card-declined')
    : new Problem('card-declined', {
        detail: { key: 'problem_card_declined_because', values: { message } },
      })
}
