import type { Clock } from '#server/platform/runtime/clock.ts'
import type { PaymentProvider, Unknown } from './payment.ts'

/** After this many questions in a row without an answer the provider is left alone for a while. */
const failuresAllowed = 5
const leftAloneMs = 30_000
/** How long silence is worth telling: a provider that nobody asks proves nothing. */
const tellSilenceMs = 60 * 60_000

/**
 * Circuit breakers: a provider that gives no answer is left alone for a while, so that nobody waits for one time-out after
 * another and it can recover. Only silence and what the provider says of itself (5xx, 429) count; a refusal is an answer.
 * Meanwhile nothing is sent (`unsent`): what was ordered stays ordered and is sent later. After the pause a single failure
 * starts the next one. The card form has a breaker of its own, so that what becomes of renewals stops no new customer. What
 * a visitor can make fail at will (reading a set-up or a card by an id of their choice) does not count.
 */
export function withBreaker<Provider extends PaymentProvider>(provider: Provider, clock: Clock): Provider {
  const money = createCircuit(provider.name, clock)
  const cards = createCircuit(provider.name, clock)
  return {
    ...provider,
    isLeftAlone: money.isOpen,
    isSilent: () => money.isSilent() || cards.isSilent(),
    ensureCustomer: cards.guarded(provider.ensureCustomer),
    createSetup: cards.guarded(provider.createSetup),
    readSetup: cards.guarded(provider.readSetup, { counts: false }),
    readMethod: cards.guarded(provider.readMethod, { counts: false }),
    charge: money.guarded(provider.charge),
    findCharge: money.guarded(provider.findCharge),
    cancelCharge: money.guarded(provider.cancelCharge),
    refund: money.guarded(provider.refund),
    findRefund: money.guarded(provider.findRefund),
    findDispute: money.guarded(provider.findDispute),
    eventsSince: money.guarded(provider.eventsSince),
    movementsSince: money.guarded(provider.movementsSince),
  }
}

/** Counts failures in a row; open means that nothing is let through. */
function createCircuit(name: string, clock: Clock) {
  let failures = 0
  let openUntil = 0
  let lastFailure = 0
  const isOpen = () => clock.real().getTime() < openUntil

  /** The last questions, more than one, had no answer. */
  const isSilent = () => failures > 1 && clock.real().getTime() < lastFailure + tellSilenceMs

  function note(failed: boolean): void {
    failures = failed ? failures + 1 : 0
    if (failed) lastFailure = clock.real().getTime()
    if (failures >= failuresAllowed) openUntil = clock.real().getTime() + leftAloneMs
  }

  function guarded<Args extends unknown[], Answer>(
    ask: (...args: Args) => Promise<Answer>,
    { counts = true } = {},
  ): (...args: Args) => Promise<Answer | Unknown> {
    return async (...args) => {
      if (isOpen())
        return {
          kind: 'unknown',
          why: 'unsent',
          reason: `${name} does not answer and is left alone for a moment`,
        }
      try {
        const answer = await ask(...args)
        if (counts) note(isSilence(answer))
        return answer
      } catch (error) {
        if (counts) note(true)
        throw error
      }
    }
  }

  return { isOpen, isSilent, guarded }
}

function isSilence(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'why' in answer && answer.why === 'no-answer'
}
