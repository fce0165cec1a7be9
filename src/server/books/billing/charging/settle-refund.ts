import { correctsInvoice, taxRefund } from '#domain/billing/ledger.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { giveUseBack } from '#server/books/billing/kept-coupon.store.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { creditRefund } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { type ChargeRow, lockCharge, updateCharge } from './charging.store.ts'
import { book } from './ledger.store.ts'
import { findRefund, type RefundRow, updateRefund } from './refund.store.ts'
import { storeDecision } from './store-decision.ts'

type RefundResult = Awaited<ReturnType<PaymentProvider['refund']>>

/**
 * Settles a refund: a successful one is booked, and a credit note corrects the charge's invoice, if any. A second
 * answer changes nothing; a failure, even after apparent success, is reported to the operator.
 */
export async function settleRefund(
  services: Services,
  refundId: string,
  result: RefundResult,
): Promise<void> {
  const { clock } = services
  await inTransaction(services.database.db, async (trx) => {
    const refund = await findRefund(trx, refundId)
    if (!refund) return
    const subscription = await lockSubscription(trx, services, refund.account_id)
    const charge = await lockCharge(trx, refund.charge_id)
    const current = await findRefund(trx, refundId)
    if (!current || current.state === 'failed') return
    const keeps = result.kind === 'failed' && refund.reason === taxRefund && current.state !== 'succeeded'
    if (keeps && subscription) {
      await keepTax(trx, services, subscription, current.gross_cents)
    } else if (result.kind === 'failed') {
      await noteForOperator(trx, services, {
        kind: 'refund-failed',
        effectKey: `refund-failed ${refundId}`,
        accountId: charge.account_id,
        ref: current.provider_ref ?? undefined,
        amountCents: current.gross_cents,
        because: result.code,
      })
    }
    if (current.state === 'succeeded') return
    const now = clock.now()
    if (result.kind === 'unknown') {
      if (result.why !== 'unsent') await updateRefund(trx, refundId, { state: 'unknown' })
    } else if (result.kind === 'failed')
      await updateRefund(trx, refundId, { state: 'failed', settled_at: now })
    else {
      await updateRefund(trx, refundId, { state: 'succeeded', provider_ref: result.ref, settled_at: now })
      await bookRefund(trx, services, charge, current)
    }
  })
}

/** Tax that the card does not take back becomes credit. */
async function keepTax(
  trx: Trx,
  services: Services,
  subscription: BilledSubscription,
  vatCents: number,
): Promise<void> {
  const event = { type: 'vat-confirmed', vatCents, cardCents: 0 } as const
  const decision = decide(subscription.state, event, subscription.context)
  if (!decision.ok) throw new Error(`tax that goes onto the balance was refused: ${decision.problem}`)
  await storeDecision(trx, services, subscription, decision)
}

/**
 * Books a refund in the caller's transaction, which has locked the charge. An undue payment was never invoiced: it is
 * refunded without a credit note, and does not change what paid the charge.
 */
export async function bookRefund(
  trx: Trx,
  services: MailServices,
  charge: ChargeRow,
  refund: BookedRefund,
): Promise<void> {
  if (refund.reason === taxRefund)
    await updateCharge(trx, charge.id, { refunded_cents: charge.refunded_cents + refund.gross_cents })
  if (refund.reason !== 'late' && charge.refunded_cents + refund.gross_cents >= charge.gross_cents)
    await giveUseBack(trx, { accountId: charge.account_id, chargeKey: charge.key })
  const note = correctsInvoice(refund.reason)
    ? await correctInvoice(trx, services, charge, refund)
    : undefined
  await book(
    trx,
    {
      kind: 'returned',
      amount: { grossCents: refund.gross_cents },
      creditedCents: note ? refund.net_cents + refund.vat_cents : 0,
    },
    {
      accountId: charge.account_id,
      chargeId: charge.id,
      document: note?.number,
      subject: refund.id,
      at: services.clock.now(),
    },
  )
}

async function correctInvoice(
  trx: Trx,
  services: MailServices,
  charge: ChargeRow,
  refund: BookedRefund,
): Promise<{ number: string } | undefined> {
  await updateCharge(trx, charge.id, { refunded_cents: charge.refunded_cents + refund.gross_cents })
  if (refund.net_cents + refund.vat_cents === 0) return undefined
  return creditRefund(trx, services, {
    chargeId: charge.id,
    refundId: refund.id,
    netCents: refund.net_cents,
    vatCents: refund.vat_cents,
    ...(refund.taxes && { taxes: refund.taxes }),
    ...(refund.articles && { articles: refund.articles }),
  })
}

type BookedRefund = Pick<
  RefundRow,
  'id' | 'reason' | 'net_cents' | 'vat_cents' | 'gross_cents' | 'taxes' | 'articles'
>
