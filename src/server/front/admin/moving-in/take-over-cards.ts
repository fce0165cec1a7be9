import { whyNotSold } from '#domain/service-mode.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { keepCard, keepCustomer } from '#server/books/billing/payment-card.store.ts'
import { storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { movePeopleJob } from './move-people-job.ts'
import { decideCard, stateOldEnded, type WaitingCard, waitingCards } from './moved-cards.store.ts'

/**
 * The admin states that the old subscriptions of an import have ended: from their next day on its people are charged here.
 * 409 `version-conflict` if that was stated, nobody has a card, or the import has not ended or is undone; `paused`,
 * `sunset`; else as `confirmAdmin`.
 */
export const takeOverCards: UseCase<'takeOverCards'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const notSold = whyNotSold(await readServiceMode(services))
  if (notSold) return new Problem(notSold)
  return changeAsAdmin(services, context, by, async (trx) => {
    if (!(await stateOldEnded(trx, { importId: id, at: services.clock.now() })))
      return new Problem('version-conflict')
    await services.queue.enqueue(trx, movePeopleJob, { id }, { singletonKey: id })
    return { action: 'people-cards-taken', target: id }
  })
}

/**
 * Decides about the next people of an import; false if nobody is left. Somebody whose day had come before the statement is
 * not charged: the old subscription has probably been charged that day. Nor is somebody who has subscribed here.
 */
export async function takeOverSome(
  trx: Trx,
  services: Services,
  { id, endedAt, atOnce }: { id: string; endedAt: Date; atOnce: number },
): Promise<boolean> {
  const cards = await waitingCards(trx, id, atOnce)
  for (const one of cards) {
    const isAhead = one.chargedFrom.getTime() > endedAt.getTime()
    const taken = isAhead && (await takeOver(trx, services, one))
    await decideCard(trx, { accountId: one.accountId, taken })
  }
  return cards.length > 0
}

async function takeOver(
  trx: Trx,
  services: Services,
  { accountId, customer, moved }: WaitingCard,
): Promise<boolean> {
  const provider = services.payments.get(moved.provider)
  const subscription = await lockSubscription(trx, services, accountId)
  if (!provider || !subscription || subscription.account.deletionAt) return false
  const { seats: users, interval, price, card } = moved
  const { method } = card
  const now = services.clock.now()
  const event = { type: 'take-over', plan: planOnSale(services), interval, users, price, method } as const
  const stored = await storeEvent(trx, services, subscription, { ...event, provider: provider.name })
  if (stored instanceof Problem) return false
  await keepCustomer(trx, { accountId, provider, ref: customer, now, imported: true })
  await keepCard(trx, { accountId, provider, card, now })
  return true
}
