import type { BillingEvent } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { accountsToClose, dueAccounts } from '#server/books/billing/billing.store.ts'
import { areBooksCompared } from '#server/books/billing/reconciling/reconcile-daily.ts'
import { oneByOne, type StepOutcome, severalAtOnce, together } from '#server/platform/jobs/upkeep-step.ts'
import { isClockRight } from '#server/platform/services/clock-check.ts'
import type { Services } from '#server/platform/services/services.ts'
import { beginClosing, readClosingId } from '#server/platform/site/service-mode.ts'
import { applyBillingEvent, storeEvent, withSubscription } from './apply-billing-event.ts'

/**
 * Applies due events to subscriptions: renewals, ends of trials and grants, retries, ends of grace periods; longest due
 * first, RENEWALS_AT_ONCE in parallel, until none is left. Each takes one step per run: after a long downtime the rest
 * follows in later runs, and a clock that jumped does not charge a card repeatedly. Every step is decided under the
 * account's lock, so parallel workers or processes and crashes repeat nothing.
 * @param pageSize number of accounts read at once
 */
export async function runDueSubscriptions(services: Services, pageSize?: number): Promise<StepOutcome> {
  if (!(await areBooksCompared(services))) return 'held-back'
  await beginClosing(services)
  const closing = await readClosingId(services)
  const closed = await oneByOne(
    closing === undefined ? [] : await accountsToClose(services.database.db, closing),
    (accountId) =>
      applyBillingEvent(services, accountId, { type: 'service-closed', closing: closing ?? null }),
    (error, accountId) => logFailure(services, error, accountId),
    services.stopping,
  )
  return together(closed, await runAllDue(services, { unpaidOnly: false, pageSize }))
}

/** The part for unpaid renewals: retries, and the ends of their grace periods. */
export async function retryUnpaidRenewals(services: Services): Promise<StepOutcome> {
  await beginClosing(services)
  return (await areBooksCompared(services)) ? runAllDue(services, { unpaidOnly: true }) : 'held-back'
}

async function runAllDue(
  services: Services,
  // mutant `500 → 501`: how many are read at once changes nothing of what is done
  { unpaidOnly, pageSize: limit = 500 }: { unpaidOnly: boolean; pageSize?: number | undefined },
): Promise<StepOutcome> {
  const { database, clock, config, stopping } = services
  // what becomes due meanwhile is left to the next run, so that no account is processed twice
  const now = clock.now()
  const seen = new Set<string>()
  let outcome: StepOutcome = 'done'
  let page = await dueAccounts(database.db, { now, unpaidOnly, limit })
  if (page.length > 0 && !(await isClockRight(services))) return 'held-back'
  while (page.length > 0) {
    const due = page.map(({ accountId }) => accountId).filter((accountId) => !seen.has(accountId))
    for (const accountId of due) seen.add(accountId)
    const run = await severalAtOnce(
      due,
      config.renewalsAtOnce,
      (accountId) => runDue(services, accountId),
      (error, accountId) => logFailure(services, error, accountId),
      stopping,
    )
    outcome = together(outcome, run)
    if (stopping.aborted) return together(outcome, 'held-back')
    page = await dueAccounts(database.db, { now, unpaidOnly, limit, after: page.at(-1) })
  }
  return outcome
}

function logFailure({ log }: Pick<Services, 'log'>, error: unknown, accountId: string): void {
  log.error({ err: error, accountId }, 'a subscription could not be taken further; it is tried again')
}

async function runDue(services: Services, accountId: string): Promise<void> {
  await withSubscription(services, accountId, async (trx, subscription) => {
    const event = nextEvent(subscription)
    return event && storeEvent(trx, services, subscription, event)
  })
}

/** The next event by time, which has no effect before it is due; undefined if there is none. */
function nextEvent({ account, state, context }: BilledSubscription): BillingEvent | undefined {
  const timer = nextTimer(state, context.graceDays)
  return timer && { type: timer.type, users: account.users }
}
