import type { Correction, CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { startOfDay } from '#domain/billing/billing-period.ts'
import { refundedBy, type Standing, standingOf } from '#domain/billing/corrections/standing.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { countUsers } from '#server/books/billing/billing.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { earlierPayment } from './account-charges.ts'
import { decideReissue, type Reissue } from './correct-invoice.ts'

/** The event of a correction, or the invoice to be issued again, and what it does. */
export type DecidedCorrection = { readonly preview: CorrectionPreview } & (
  | { readonly event: BillingEvent }
  | { readonly reissue: Reissue }
)

/**
 * Decides about a correction of a locked subscription, without storing anything. `at`: the moment that amounts by time
 * count from. Problems are those of the event.
 */
export async function decideCorrection(
  trx: Trx,
  services: Pick<Services, 'config'>,
  { account, state, context }: BilledSubscription,
  { correction, at }: { readonly correction: Correction; readonly at: Date },
): Promise<DecidedCorrection | Problem> {
  const users = await countUsers(trx, account.id)
  const shown = (next: SubscriptionState, refundCents: number) => ({
    before: shownStanding(standingOf(state, users, context)),
    after: shownStanding(standingOf(next, users, context)),
    version: state.version,
    at: at.toISOString(),
    refundCents,
  })
  if (correction.kind === 'invoice') {
    const reissue = await decideReissue(trx, services, account, correction)
    if (reissue instanceof Problem) return reissue
    const reissuedCents = reissue.left.netCents + reissue.left.vatCents
    return { reissue, preview: { ...shown(state, 0), reissuedCents } }
  }
  const event = await eventOf(trx, { account, state, context }, correction, at)
  if (event instanceof Problem) return event
  const decision = decide(state, event, context)
  if (!decision.ok) return new Problem(decision.problem)
  return { event, preview: shown(decision.next, refundedBy(decision)) }
}

async function eventOf(
  trx: Trx,
  { account, state, context: { zone } }: BilledSubscription,
  correction: Exclude<Correction, { kind: 'invoice' }>,
  at: Date,
): Promise<BillingEvent | Problem> {
  switch (correction.kind) {
    case 'free-days':
      return { type: 'give-days', days: correction.days }
    case 'grant': {
      const { licenseCount, until } = correction
      return {
        type: 'change-grant',
        licenseCount,
        until: until === undefined ? null : startOfDay(until, zone),
      }
    }
    case 'take-back':
      return { type: 'take-back' }
    case 'end-pause':
      return { type: 'end-pause' }
    case 'pause':
      return { type: 'pause', months: correction.months }
    case 'cancel':
      return { type: 'cancel-for', when: correction.when, at }
    case 'refund': {
      const { key, grossCents, goesTo } = correction
      const earlier = await earlierPayment(trx, account.id, state, key)
      if (earlier instanceof Problem) return earlier
      return { type: 'refund-charge', key, grossCents, goesTo, earlier }
    }
  }
}

function shownStanding({
  until,
  pausedFrom,
  pausedUntil,
  nextCharge,
  ...standing
}: Standing): CorrectionPreview['before'] {
  return {
    ...standing,
    until: until?.toISOString() ?? null,
    pausedFrom: pausedFrom?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    nextCharge: nextCharge ? { ...nextCharge, at: nextCharge.at.toISOString() } : null,
  }
}
