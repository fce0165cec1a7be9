import { isInFlight } from '#domain/billing/charge-machine.ts'
import { graceEnd } from '#domain/billing/charging.ts'
import { comingCharge } from '#domain/billing/coming/coming-charge.ts'
import type { Decision, MailKind } from '#domain/billing/decision.ts'
import { retryAt } from '#domain/billing/dunning.ts'
import { announcedPrices, concernedRenewal } from '#domain/billing/new-price/announce-price.ts'
import { isOverdue, isWaitedFor, type SubscriptionState } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { countUsers } from '#server/books/billing/billing.store.ts'
import { immediateStartAsked } from '#server/books/billing/immediate-start.store.ts'
import { cardByMethod, type KnownCard } from '#server/books/billing/payment-card.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { billingMail } from '#server/platform/mail/templates/billing.ts'
import type { ChargeOrder } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AttemptRow, findCharge, lastAttemptOf } from './charging.store.ts'
import { type MoneyFacts, moneyRows } from './money-rows.ts'

type Decided = Extract<Decision, { ok: true }>

/** Results of storing a decision, beyond the decision itself. */
export type Stored = {
  /** The attempt that paid. */
  readonly paidBy: AttemptRow | undefined
  /** The VAT treatment of the charge. */
  readonly vat: VatTreatment
  /** The ordered refunds. */
  readonly refunds: readonly { readonly attempt: AttemptRow; readonly grossCents: number }[]
}

/** Queues the mails of a decision; each change of the subscription sends a kind of mail once. */
export async function queueBillingMails(
  trx: Trx,
  services: Services,
  subscription: BilledSubscription,
  decision: Decided,
  stored: Stored,
): Promise<void> {
  const { account } = subscription
  const { mails, next } = decision
  if (account.email === '' || mails.length === 0) return
  // the first mail to people who are moved in is their invitation, or what is to say about a charge
  if (account.imported && !account.confirmed && next.method === null) return
  const { config } = services
  const { language, contractNumber, name } = account
  const { zone } = config.seller
  const money = await moneyOf(trx, services, subscription, decision, stored)
  for (const kind of mails) {
    const confirms = confirmsOrder(kind, decision, money)
    const isConsumer = next.consumer
    const facts = {
      ...(newPriceMails.has(kind) ? pricesOf(next, account.users, subscription.context) : money),
      ...(kind === 'card-changed' && (await cardOf(trx, account.id, next.method))),
      ...(confirms && { seller: config.seller }),
    }
    const askedAt = confirms && isConsumer ? await startAsked(trx, services, account.id, decision) : undefined
    await queueMail(trx, services, {
      effectKey: `${kind} ${account.id} v${next.version}`,
      template: 'billing',
      to: account.email,
      content: billingMail(
        {
          kind,
          name,
          until: newPriceMails.has(kind)
            ? (concernedRenewal(next, subscription.context) ?? null)
            : next.until,
          pausedFrom: next.pausedFrom,
          accessUntil: money.due?.accessUntil ?? null,
          licenseCount: next.licenseCount,
          contractNumber,
          zone,
          ...(askedAt && { immediateStartAt: askedAt }),
          ...(confirms && { attached: isConsumer ? 'terms-and-withdrawal' : 'terms' }),
          rows: moneyRows(facts, { language, product: config.productName, zone }),
        },
        config,
        language,
      ),
      attachments: confirms ? await services.contractTexts(trx, services, { language, isConsumer }) : [],
    })
  }
}

/** How long an order may wait for its payment, with the card holder's answer to the bank, in milliseconds. */
const orderWaitsMs = 86_400_000

/**
 * When the consumer requested immediate access with an order: its confirmation repeats that (§ 312f BGB). Adding users
 * to a running period needs no such request.
 */
function startAsked(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  accountId: string,
  { bill, next }: Decided,
): Promise<Date | undefined> | undefined {
  const interval = next.nextInterval ?? next.interval
  if (!interval || bill?.purpose.kind === 'seats') return undefined
  const since = new Date(clock.now().getTime() - orderWaitsMs)
  return immediateStartAsked(trx, { accountId, interval, since })
}

/** An order is confirmed with its terms, whether it is paid now or later. */
function confirmsOrder(kind: MailKind, { bill }: Decided, { coming }: MoneyFacts): boolean {
  if (bill) return isWaitedFor(bill.purpose)
  return coming !== undefined && orders.has(kind)
}

/** They compare the two prices instead of showing the next charge. */
const newPriceMails: ReadonlySet<MailKind> = new Set(['new-price', 'new-price-or-end', 'new-price-agreed'])

/** Returns the announced price and the present one, gross. */
export function pricesOf(
  state: SubscriptionState,
  users: number,
  { vatBasisPoints }: Pick<BilledSubscription['context'], 'vatBasisPoints'>,
): Pick<MoneyFacts, 'prices'> {
  const prices = announcedPrices(state, users)
  if (!prices) return {}
  const gross = (cents: number) => amountOf(cents, vatBasisPoints).grossCents
  return {
    prices: { ...prices, oldCents: gross(prices.oldCents), newCents: gross(prices.newCents) },
  }
}

const orders: ReadonlySet<MailKind> = new Set([
  'subscription-planned',
  'subscription-resumed',
  'interval-changed',
])

async function moneyOf(
  trx: Trx,
  services: Pick<Services, 'config'>,
  { account, context }: BilledSubscription,
  { next, bill, credits = [] }: Decided,
  { paidBy, vat, refunds }: Stored,
): Promise<MoneyFacts> {
  const { id: accountId } = account
  const coming = comingCharge(next, await countUsers(trx, accountId), context)
  const creditedCents = credits.reduce((sum, { amount }) => sum + amount.grossCents, 0)
  const due = await dueOf(trx, services, accountId, next)
  const givenBack: { grossCents: number; card: KnownCard | undefined }[] = []
  for (const { attempt, grossCents } of refunds)
    givenBack.push({ grossCents, card: await cardOfAttempt(trx, accountId, attempt) })
  return {
    ...(bill && {
      bill: { bill, vat, card: paidBy && (await cardOfAttempt(trx, accountId, paidBy)) },
    }),
    ...(due && { due }),
    refunds: givenBack,
    ...((creditedCents > 0 || refunds.length > 0 || (bill && next.creditCents !== 0)) && {
      credit: { creditedCents, balanceCents: next.creditCents },
    }),
    ...(coming && {
      coming: { ...coming, vat: context.vat, card: (await cardOf(trx, accountId, next.method)).card },
    }),
  }
}

/** Returns the overdue payment, with the card of the last attempt. */
export async function dueOf(
  trx: Trx,
  { config: { graceDays } }: Pick<Services, 'config'>,
  accountId: string,
  state: SubscriptionState,
): Promise<MoneyFacts['due']> {
  const { openCharge, until, method } = state
  if (!isOverdue(state) || !openCharge || !until) return undefined
  const charge = await findCharge(trx, accountId, openCharge.key)
  const tried = charge && (await lastAttemptOf(trx, charge.id))
  return {
    grossCents: openCharge.dueCents,
    card: tried && method !== null ? await cardOfAttempt(trx, accountId, tried) : undefined,
    nextTryAt: retryAt(state, graceDays),
    isUnderWay: isInFlight(openCharge.state),
    accessUntil: graceEnd(until, graceDays),
  }
}

/** Returns the card of a payment method, if any. */
export async function cardOf(
  trx: Trx,
  accountId: string,
  method: string | null,
): Promise<{ card?: KnownCard }> {
  const card = method === null ? undefined : await cardByMethod(trx, { accountId, method })
  return card ? { card } : {}
}

async function cardOfAttempt(
  trx: Trx,
  accountId: string,
  { params }: AttemptRow,
): Promise<KnownCard | undefined> {
  return cardByMethod(trx, { accountId, method: (params as ChargeOrder).method })
}
