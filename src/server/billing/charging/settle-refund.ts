import { inTransaction } from '#server/database/transaction.ts'
import { issueCreditNote } from '#server/invoices/issue-invoice.ts'
import type { PaymentProvider } from '#server/outside/payment.ts'
import type { Services } from '#server/services.ts'
import { lockCharge, updateCharge } from './charging.store.ts'
import { book } from './ledger.store.ts'
import { findRefund, updateRefund } from './refund.store.ts'

type RefundResult = Awaited<ReturnType<PaymentProvider['refund']>>

/**
 * Writes down how a refund went: given back, it is booked, and a credit note corrects the invoice of the charge, where there
 * is one. A second answer changes nothing.
 */
export async function settleRefund(
  services: Services,
  refundId: string,
  result: RefundResult,
): Promise<void> {
  const { clock, log } = services
  await inTransaction(services.database.db, async (trx) => {
    const refund = await findRefund(trx, refundId)
    if (!refund) return
    const charge = await lockCharge(trx, refund.charge_id)
    const current = await findRefund(trx, refundId)
    if (!current || current.state === 'succeeded' || current.state === 'failed') return
    const now = clock.now()
    if (result.kind === 'unknown') {
      await updateRefund(trx, refundId, { state: 'unknown' })
      return
    }
    if (result.kind === 'failed') {
      await updateRefund(trx, refundId, { state: 'failed', settled_at: now })
      log.error({ refundId, code: result.code }, 'a refund failed: somebody has to look at it')
      return
    }
    await updateRefund(trx, refundId, { state: 'succeeded', provider_ref: result.ref, settled_at: now })
    await updateCharge(trx, charge.id, { refunded_cents: charge.refunded_cents + refund.gross_cents })
    await book(trx, {
      accountId: charge.account_id,
      kind: 'refunded',
      amountCents: refund.gross_cents,
      chargeId: charge.id,
      effectKey: `refunded ${refundId}`,
      at: now,
    })
    const note = await issueCreditNote(trx, services, {
      chargeId: charge.id,
      refundId,
      netCents: refund.net_cents,
      vatCents: refund.vat_cents,
    })
    if (!note) return
    await book(trx, {
      accountId: charge.account_id,
      kind: 'credited',
      amountCents: refund.gross_cents,
      chargeId: charge.id,
      document: note.number,
      effectKey: `credited ${refundId}`,
      at: now,
    })
  })
}
