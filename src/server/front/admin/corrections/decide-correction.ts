import type { Transaction } from 'kysely'
import type { Correction, CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { startOfDay } from '#domain/billing/billing-period.ts'
import { refundedBy, type Standing, standingOf } from '#domain/billing/corrections/standing.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { countUsers } from '#server/books/billing/billing.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { earlierPayment } from './account-charges.ts'

/** The event of a correction, and what it does. */
export type DecidedCorrection = { readonly event: BillingEvent; readonly preview: CorrectionPreview }

/**
 * Decides about a correction of a locked subscription, without storing anything. `at`: the moment that amounts by time
 * count from. Problems are those of the event.
 */
export async function decideCorrection(
  trx: Transaction<Tables>,
  { account, state, context }: BilledSubscription,
  correction: Correction,
  at: Date,
): Promise<DecidedCorrection | Problem> {
  const event = await eventOf(trx, { account, state, context }, correction, at)
  if (event instanceof Problem) return event
  const decision = decide(state, event, context)
  if (!decision.ok) return new Problem(decision.problem)
  const users = await countUsers(trx, account.id)
  return {
    event,
    preview: {
      before: shownStanding(standingOf(state, users, context)),
      after: shownStanding(standingOf(decision.next, users, context)),
      version: state.version,
      at: at.toISOString(),
      refundCents: refundedBy(decision),
    },
  }
}

async function eventOf(
  trx: Transaction<Tables>,
  { account, state, context: { zone } }: BilledSubscription,
  correction: Correction,
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

function shownStanding({ until, nextCharge, ...standing }: Standing): CorrectionPreview['before'] {
  return {
    ...standing,
    until: until?.toISOString() ?? null,
    nextCharge: nextCharge ? { ...nextCharge, at: nextCharge.at.toISOString() } : null,
  }
}
