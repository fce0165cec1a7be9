import type { CreditOrder, Decision } from '#domain/billing/decision.ts'
import { outcomeOfMove } from '#domain/billing/new-price/price-move.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { levelOf } from '#domain/reports/subscription-level.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { saveSubscription } from '#server/books/billing/billing.store.ts'
import { type ChargeFacts, chargeFacts } from '#server/books/billing/charge-facts.ts'
import { countKeptUse } from '#server/books/billing/kept-coupon.store.ts'
import { findPayer, markDetached } from '#server/books/billing/payment-card.store.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { settlePriceMove } from '#server/books/billing/price-move.store.ts'
import { recordLevel } from '#server/books/billing/subscription-level.store.ts'
import { creditToBalance, issueInvoice } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { type AttemptRow, findCharge, giveUpAttempts, paidAttempt } from './charging.store.ts'
import { createAttempt } from './create-attempt.ts'
import { book } from './ledger.store.ts'
import { queueBillingMails } from './queue-billing-mails.ts'
import { insertRefund } from './refund.store.ts'

/** Provider calls that follow from a committed decision. */
export type DecidedStep =
  /** The account's given-up attempts that wait for the card holder. */
  | { readonly kind: 'cancel-given-up'; readonly accountId: string }
  | { readonly kind: 'send'; readonly attemptId: string }
  | { readonly kind: 'refund'; readonly refundId: string }
  | { readonly kind: 'detach-cards' }

/**
 * Stores a decision with its consequences in the caller's transaction, which has locked the account: the subscription,
 * the next attempt exactly as it will be sent, refunds, invoice, ledger, mails. `runPaymentSteps` calls the provider
 * after the commit, in the order of the steps; a crash in between loses nothing, because the recovery reads these rows.
 * @param paidBy the attempt that paid, if the decision is about a payment: it is the one refunded
 */
export async function storeDecision(
  trx: Trx,
  services: Services,
  subscription: BilledSubscription,
  decision: Extract<Decision, { ok: true }>,
  paidBy?: AttemptRow,
): Promise<readonly DecidedStep[]> {
  const { clock, config } = services
  const { account } = subscription
  const { next } = decision
  const now = clock.now()
  await saveSubscription(trx, account.id, next, nextTimer(next, config.graceDays)?.at ?? null)
  await recordLevel(trx, {
    accountId: account.id,
    before: levelOf(subscription.state),
    after: levelOf(next),
    at: now,
  })
  const moved = outcomeOfMove(subscription.state, next)
  if (moved && subscription.state.move)
    await settlePriceMove(trx, { moveId: subscription.state.move.id, accountId: account.id }, moved, now)
  await services.billingListener.afterDecision(trx, services, account.id, decision)
  const voided = await giveUp(trx, account.id, decision.voidCharge, now)
  const attemptId = decision.charge && (await order(trx, services, subscription, next))
  const refunds = await orderRefunds(trx, services, account.id, decision.refunds ?? [], paidBy)
  if (decision.detach) await markDetached(trx, account.id, decision.detach, now)
  const billed = decision.bill && (await bill(trx, services, subscription, decision.bill))
  for (const credit of decision.credits ?? [])
    await toBalance(trx, services, account.id, { ...credit, cause: `v${next.version}` })
  const vat = billed?.vat ?? subscription.context.vat
  await queueBillingMails(trx, services, subscription, decision, { paidBy, vat, refunds })
  // chargebacks are reported in more detail by their receiver
  if (decision.alert === 'late-payment') {
    await noteForOperator(trx, services, {
      kind: 'late-payment',
      effectKey: `late-payment ${account.id} v${next.version}`,
      accountId: account.id,
      provider: paidBy?.provider,
      ref: paidBy?.provider_ref ?? undefined,
      attemptId: paidBy?.id,
      amountCents: decision.refunds?.reduce((sum, { amount }) => sum + amount.grossCents, 0),
    })
  }
  const steps: (DecidedStep | false)[] = [
    // given-up attempts go first: the next one is not sent while they might still be paid
    voided && { kind: 'cancel-given-up', accountId: account.id },
    attemptId !== undefined && { kind: 'send', attemptId },
    ...refunds.map(({ id }) => ({ kind: 'refund', refundId: id }) as const),
    decision.detach !== undefined && { kind: 'detach-cards' },
  ]
  return steps.filter((step) => step !== false)
}

async function giveUp(trx: Trx, accountId: string, key: string | undefined, now: Date): Promise<boolean> {
  const charge = key === undefined ? undefined : await findCharge(trx, accountId, key)
  if (charge) await giveUpAttempts(trx, charge.id, now)
  return charge !== undefined
}

async function order(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { account, context: { vat } }: BilledSubscription,
  { openCharge, provider, method }: BilledSubscription['state'],
): Promise<string> {
  if (!openCharge || !provider || !method) throw new Error('a charge was ordered without a purpose or a card')
  const payer = await findPayer(trx, { accountId: account.id, provider, method })
  if (!payer) throw new Error(`${provider} does not know account ${account.id}`)
  const attempt = await createAttempt(trx, services, {
    accountId: account.id,
    key: openCharge.key,
    purpose: openCharge.purpose,
    facts: chargeFacts(account, vat),
    grossCents: openCharge.dueCents,
    provider,
    mode: payer.mode,
    customer: payer.ref,
    method,
  })
  return attempt.id
}

async function orderRefunds(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  accountId: string,
  refunds: NonNullable<Extract<Decision, { ok: true }>['refunds']>,
  paidBy: AttemptRow | undefined,
): Promise<readonly { id: string; attempt: AttemptRow; grossCents: number }[]> {
  const ordered: { id: string; attempt: AttemptRow; grossCents: number }[] = []
  for (const { key, reason, amount, alsoCents } of refunds) {
    const grossCents = amount.grossCents + alsoCents
    const charge = await findCharge(trx, accountId, key)
    const attempt = paidBy ?? (charge && (await paidAttempt(trx, charge.id)))
    if (!attempt || grossCents <= 0) continue
    const id = await insertRefund(trx, {
      id: random.id(),
      attempt,
      reason,
      amount,
      grossCents,
      now: clock.now(),
      real: clock.real(),
    })
    if (id) ordered.push({ id, attempt, grossCents })
  }
  return ordered
}

async function bill(
  trx: Trx,
  services: Services,
  { account, context: { vat } }: BilledSubscription,
  what: NonNullable<Extract<Decision, { ok: true }>['bill']>,
): Promise<ChargeFacts> {
  const charge = await findCharge(trx, account.id, what.key)
  const facts = (charge?.facts as ChargeFacts | undefined) ?? chargeFacts(account, vat)
  const { purpose, key } = what
  const used = purpose.kind === 'period' ? purpose.plan.coupon : undefined
  if (used)
    await countKeptUse(trx, {
      accountId: account.id,
      couponKey: couponKey(used.code),
      chargeKey: key,
      now: services.clock.now(),
    })
  const { number } = await issueInvoice(trx, services, {
    accountId: account.id,
    chargeId: charge?.id ?? null,
    bill: what,
    facts,
  })
  await book(
    trx,
    { kind: 'billed', amount: what.amount },
    {
      accountId: account.id,
      chargeId: charge?.id ?? null,
      document: number,
      subject: `${account.id} ${what.key}`,
      at: services.clock.now(),
    },
  )
  return facts
}

/** Credits a part of an invoice to the balance. */
async function toBalance(
  trx: Trx,
  services: MailServices,
  accountId: string,
  { key, amount, cause }: CreditOrder & { readonly cause: string },
): Promise<void> {
  const note = await creditToBalance(trx, services, { accountId, billKey: key, cause, ...amount })
  if (!note) throw new Error(`${key} of account ${accountId} has no invoice to be credited`)
  const charge = await findCharge(trx, accountId, key)
  await book(
    trx,
    { kind: 'credited', amount },
    {
      accountId,
      chargeId: charge?.id ?? null,
      document: note.number,
      subject: `${accountId} ${key} ${cause}`,
      at: services.clock.now(),
    },
  )
}
