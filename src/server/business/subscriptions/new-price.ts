import type { calls } from '#contract/calls.ts'
import { announcedPrices, concernedRenewal } from '#domain/billing/new-price/announce-price.ts'
import { keptPlan } from '#domain/billing/new-price/price-move.ts'
import type { Language } from '#domain/language.ts'
import { amountOf } from '#domain/money.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated-mails/messages.js'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { noteAccepted } from '#server/books/billing/price-move.store.ts'
import { amountText } from '#server/books/invoices/invoice-words.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { storeEvent, withSubscription } from './apply-billing-event.ts'

type Answer = Extract<CallAnswer<typeof calls.newPrice>, { status: 200 }>['body']['newPrice']

/** `GET /api/subscription/new-price`. */
export const showNewPrice: UseCase<'newPrice'> = async (services, { viewer, query: { language } }) => {
  const subscription = await inTransaction(services.database.db, (trx) =>
    lockSubscription(trx, services, viewer.accountId),
  )
  return { status: 200, body: { newPrice: (subscription && newPriceOf(subscription, language)) ?? null } }
}

/** `POST /api/subscription/new-price`: stores the click with its time and the sentence that was shown. */
export const agreeToPrice: UseCase<'agreeToPrice'> = async (
  services,
  { viewer, body: { id, language, words } },
) => {
  const { accountId } = viewer
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const shown = newPriceOf(subscription, language)
    if (shown?.id === id && shown.words !== words) return new Problem('quote-stale')
    const stored = await storeEvent(trx, services, subscription, { type: 'accept-price', id })
    if (!(stored instanceof Problem))
      await noteAccepted(trx, { moveId: id, accountId }, { at: services.clock.now(), words })
    return stored
  })
  return done instanceof Problem ? done : { status: 200, body: { status: 'ok' } }
}

/** Returns the announced price as the account holder sees it; undefined without one, or after a cancellation. */
function newPriceOf({ account, state, context }: BilledSubscription, language: Language): Answer | undefined {
  const { move } = state
  const prices = announcedPrices(state, account.users)
  const at = concernedRenewal(state, context)
  if (!move || !prices || !at || state.status !== 'active') return undefined
  const { interval, users } = prices
  const gross = (cents: number) => amountOf(cents, context.vatBasisPoints).grossCents
  const [oldGrossCents, newGrossCents] = [gross(prices.oldCents), gross(prices.newCents)]
  const locale = { locale: language }
  const words = m.new_price_words(
    {
      day: moneyDay(at, context.zone, language),
      users: m.mail_billing_users({ count: users }, locale),
      interval: m.invoice_interval({ unit: interval.unit, count: interval.value }, locale),
      old: amountText(oldGrossCents, language),
      new: amountText(newGrossCents, language),
      name: move.plan.id,
    },
    locale,
  )
  return {
    id: move.id,
    interval,
    users,
    oldGrossCents,
    newGrossCents,
    at: at.toISOString(),
    otherwise: move.otherwise,
    coupon: keptPlan(state)?.coupon?.code ?? null,
    agreedAt: move.acceptedAt?.toISOString() ?? null,
    words,
  }
}
