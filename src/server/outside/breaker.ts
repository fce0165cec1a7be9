import type { Clock } from '#server/runtime/clock.ts'
import type { PaymentProvider, Unknown } from './payment.ts'

/** After this many failures in a row the provider is left alone for a while. */
const failuresAllowed = 5
const leftAloneMs = 30_000

/**
 * A circuit breaker: a provider that keeps failing is left alone for a while, so that nobody waits for one time-out after
 * another and it can recover. Meanwhile every answer is `unknown` at once, as when none comes; what was ordered stays
 * ordered. After the pause a single failure starts the next one. What a visitor can make fail at will (reading a set-up or
 * a card by an id of their choice) does not count, so that nobody can stop the payments of others.
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
        return { kind: 'unknown', reason: `${provider.name} keeps failing and is left alone for a moment` }
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
