import type { Clock } from '#server/runtime/clock.ts'
import type { PaymentProvider, Unknown } from './payment.ts'

/** So many failures in a row, and the provider is left alone for so long. */
const failuresAllowed = 5
const leftAloneMs = 30_000

/**
 * A provider that is left alone while it fails: nobody waits for a time-out again and again, and it is not pressed while it
 * recovers. Then everything is `unknown` at once, as it is when no answer comes; what was ordered stays ordered. After the
 * pause one failure is enough for the next one. A question that a browser words (a set-up, a card) says nothing of the
 * provider's health, so that no visitor can close the door for others.
 */
export function withBreaker<Provider extends PaymentProvider>(provider: Provider, clock: Clock): Provider {
  let failures = 0
  let closedUntil = 0

  function guarded<Args extends unknown[], Answer>(
    ask: (...args: Args) => Promise<Answer>,
    { counts = true } = {},
  ): (...args: Args) => Promise<Answer | Unknown> {
    return async (...args) => {
      if (clock.real().getTime() < closedUntil)
        return { kind: 'unknown', reason: `${provider.name} fails and is left alone for a moment` }
      try {
        const answer = await ask(...args)
        if (counts) note(isUnknown(answer))
        return answer
      } catch (error) {
        if (counts) note(true)
        throw error
      }
    }
  }

  function note(failed: boolean): void {
    failures = failed ? failures + 1 : 0
    if (failures >= failuresAllowed) closedUntil = clock.real().getTime() + leftAloneMs
  }

  return {
    ...provider,
    ensureCustomer: guarded(provider.ensureCustomer),
    createSetup: guarded(provider.createSetup),
    readSetup: guarded(provider.readSetup, { counts: false }),
    readMethod: guarded(provider.readMethod, { counts: false }),
    charge: guarded(provider.charge),
    findCharge: guarded(provider.findCharge),
    cancelCharge: guarded(provider.cancelCharge),
    refund: guarded(provider.refund),
    findRefund: guarded(provider.findRefund),
    findDispute: guarded(provider.findDispute),
    eventsSince: guarded(provider.eventsSince),
    movementsSince: guarded(provider.movementsSince),
  }
}

function isUnknown(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'unknown'
}
