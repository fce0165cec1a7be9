import {
  findAttempt,
  giveUpAttempt,
  type UnsettledAttempt,
  unsettledStates,
} from '#server/books/billing/charging/charging.store.ts'
import { recoverAttempt } from '#server/books/billing/charging/recover-charges.ts'
import { hastenEvent } from '#server/books/billing/events/payment-event.store.ts'
import { eventJob } from '#server/books/billing/events/work-through-events.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin, confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

const done = { status: 200, body: { status: 'ok' } } as const

/**
 * Asks the provider again about a charge in doubt, as the upkeep does. The charge stays in doubt while the provider is
 * unavailable. 404 for an unknown one, 409 `charge-settled`; else as `confirmAdminLately`.
 */
export const askAboutCharge: UseCase<'askAboutCharge'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const attempt = await inTransaction(services.database.db, async (trx) => {
    const found = await attemptInDoubt(trx, id)
    if (found instanceof Problem) return found
    await context.remember(trx, done)
    await recordAudit(trx, services, by, { action: 'charge-asked', target: found.account_id, after: { id } })
    return found
  })
  if (attempt instanceof Problem) return attempt
  await recoverAttempt(services, attempt)
  return done
}

/**
 * Gives up a charge in doubt: it is cancelled at the provider, now or as soon as the provider is available. A charge that
 * was paid before counts as paid. Refused as `askAboutCharge`, and with 409 `charge-unanswered` while the provider has named no
 * charge that could be cancelled.
 */
export const giveUpCharge: UseCase<'giveUpCharge'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const now = services.clock.now()
  const attempt = await inTransaction(services.database.db, async (trx) => {
    const found = await attemptInDoubt(trx, id)
    if (found instanceof Problem) return found
    if (found.provider_ref === null) return new Problem('charge-unanswered')
    await giveUpAttempt(trx, id, now)
    await context.remember(trx, done)
    await recordAudit(trx, services, by, {
      action: 'charge-given-up',
      target: found.account_id,
      after: { id },
    })
    return { ...found, void_at: now }
  })
  if (attempt instanceof Problem) return attempt
  await recoverAttempt(services, attempt)
  return done
}

async function attemptInDoubt(trx: Trx, id: string): Promise<UnsettledAttempt | Problem> {
  const attempt = await findAttempt(trx, { id })
  if (!attempt) return new Problem('not-found')
  return unsettledStates.some((state) => state === attempt.state) ? attempt : new Problem('charge-settled')
}

/** Has a message of a provider that failed processed again at once. 404 for any other; else as `confirmAdminLately`. */
export const repeatEvent: UseCase<'repeatEvent'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    if (!(await hastenEvent(trx, id, services.clock.real()))) return new Problem('not-found')
    await services.queue.enqueue(trx, eventJob, {}, { singletonKey: 'next' })
    return { action: 'event-repeated', target: id }
  })
}
