import type { Clock } from '#server/platform/runtime/clock.ts'
import type { PaymentProvider, Unknown } from './payment.ts'

/** Consecutive failures after which the circuit opens. */
const failuresAllowed = 5
const leftAloneMs = 30_000
/** How long silence is reported: an idle provider proves nothing. */
const tellSilenceMs = 60 * 60_000

/**
 * Adds circuit breakers: after repeated failures nothing is sent for a while, so that callers need not wait for
 * timeouts and the provider can recover. Only timeouts and its own errors (5xx, 429) count; a refusal is an answer.
 * While open, calls return `unsent`: orders stay stored and are sent later. After the pause one failure reopens the
 * circuit. The card form has a separate breaker, so that failing renewals stop no new customer. Calls that a visitor
 * can make fail (reading a set-up or card by an arbitrary id) do not count.
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

/** Counts consecutive failures; an open circuit lets nothing through. */
function createCircuit(name: string, clock: Clock) {
  let failures = 0
  let openUntil = 0
  let lastFailure = 0
  const isOpen = () => clock.real().getTime() < openUntil

  /** more than one consecutive call was unanswered */
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
