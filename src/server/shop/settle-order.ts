import type { Transaction } from 'kysely'
import { localDate } from '#domain/billing/billing-period.ts'
import type { OrderBill, Transfer } from '#domain/invoices/invoice.ts'
import { nextOrderState, type OrderState } from '#domain/shop/order-state.ts'
import { voucherCode, voucherValidUntil } from '#domain/shop/voucher-code.ts'
import type { ChargeFacts } from '#server/billing/charge-facts.ts'
import { book } from '#server/billing/charging/ledger.store.ts'
import { orderKey } from '#server/billing/charging/order-attempt.ts'
import type { Tables } from '#server/database/tables.ts'
import { issueInvoice } from '#server/invoices/issue-invoice.ts'
import type { Services } from '#server/services/services.ts'
import { linesOfOrder, standingOf, taxesOfOrder } from './lines-of-order.ts'
import { findOrder, type OrderRow, updateOrder } from './order.store.ts'
import { lineDetail, mailPlaced, mailVouchers } from './order-mails.ts'
import { restock } from './restock.ts'
import { insertVouchers, type NewVoucher, voidVouchers } from './voucher.store.ts'

/** What else belongs into the transaction that moves an order, such as the audit log. */
export type OrderStep = (
  trx: Transaction<Tables>,
  moved: { readonly before: OrderState; readonly after: OrderState },
) => Promise<void>

/**
 * An order is paid, in the transaction that writes the payment down: the order is confirmed, its invoice is issued, its codes are
 * made, and all of it is mailed, once. False where the order does not want the money (any more): it was given up, or paid before.
 */
export async function deliverOrder(
  trx: Transaction<Tables>,
  services: Services,
  {
    orderId,
    chargeId,
    receivedOn = null,
  }: { orderId: string; chargeId: string /** Of a transfer. */; receivedOn?: string | null },
): Promise<boolean> {
  const order = await findOrder(trx, orderId)
  const state = order && nextOrderState(standingOf(order), 'pay')
  if (!order || state === undefined) return false
  const now = services.clock.now()
  await updateOrder(trx, orderId, { state, paid_at: now, received_on: receivedOn })
  // one on invoice has both since it was placed
  if (order.due_on === null) {
    await mailPlaced(trx, services, order)
    await billOrder(trx, services, { order, chargeId })
  }
  const vouchers = vouchersFor(services, order, localDate(now, services.config.seller.zone))
  if (vouchers.length > 0) {
    await insertVouchers(trx, { orderId, vouchers, now })
    await mailVouchers(trx, services, order, vouchers)
  }
  return true
}

/** Issues the invoice of an order and books it. */
export async function billOrder(
  trx: Transaction<Tables>,
  services: Services,
  { order, chargeId, transfer }: { order: OrderRow; chargeId: string; transfer?: Transfer | undefined },
): Promise<void> {
  const now = services.clock.now()
  const bill = billOf(order, now, transfer)
  const facts = order.facts as ChargeFacts
  const { number } = await issueInvoice(trx, services, { accountId: order.id, chargeId, bill, facts })
  await book(
    trx,
    { kind: 'billed', amount: bill.amount },
    { accountId: order.id, chargeId, document: number, subject: `${order.id} ${bill.key}`, at: now },
  )
}

/**
 * What was paid goes back, or may: nobody redeems a code any more that has not been redeemed. When all of it does, the order is
 * returned, and its goods are in stock again where they were not shipped, or have come back (`isBack`).
 */
export async function takeBackOrder(
  trx: Transaction<Tables>,
  services: Services,
  { orderId, isWhole, isBack = false }: { orderId: string; isWhole: boolean; isBack?: boolean },
): Promise<void> {
  const { clock, config } = services
  const now = clock.now()
  await voidVouchers(trx, { orderId, now, zone: config.seller.zone })
  const order = await findOrder(trx, orderId)
  const state = isWhole && order ? nextOrderState(standingOf(order), 'return') : undefined
  if (!order || state === undefined) return
  await updateOrder(trx, orderId, { state, closed_at: now })
  if (isBack || order.shipped_at === null) await restock(trx, order)
}

function billOf(order: OrderRow, suppliedAt: Date, transfer: Transfer | undefined): OrderBill {
  const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents } = order
  const { vat, buyer } = order.facts as ChargeFacts
  const { discount, shipping } = order
  const taxes = taxesOfOrder(order)
  const [first, ...others] = taxes
  return {
    key: orderKey(order.id),
    order: {
      number: order.number,
      suppliedAt,
      lines: linesOfOrder(order).map((line) => ({
        name: line.name,
        detail: lineDetail(line, buyer.language),
        quantity: line.quantity,
        netCents: line.netCents,
        vatBasisPoints: line.vatBasisPoints,
        ...(vat.reverseCharge && others.length > 0 && line.kind === 'voucher' && { reverseCharge: true }),
      })),
      ...(discount && { discount: { name: discount.code, parts: discount.parts } }),
      ...(shipping && { shipping: { name: shipping.name, parts: shipping.parts } }),
    },
    amount: { netCents, vatBasisPoints: first?.vatBasisPoints ?? vat.basisPoints, vatCents, grossCents },
    ...(others.length > 0 && { taxes }),
    paidBy: {
      creditCents: 0,
      cardCents: transfer ? 0 : grossCents,
      openCents: transfer ? grossCents : 0,
      alsoCents: 0,
    },
    ...(transfer && { transfer }),
  }
}

function vouchersFor({ random }: Services, order: OrderRow, today: string): readonly NewVoucher[] {
  const validUntil = voucherValidUntil(today)
  return linesOfOrder(order).flatMap((line): readonly NewVoucher[] => {
    if (line.kind === 'goods') return []
    const { quantity, licenseCount, interval } = line
    return Array.from({ length: quantity }, () => ({
      code: voucherCode(Buffer.from(random.token(), 'base64url')),
      licenseCount,
      interval,
      validUntil,
    }))
  })
}
