import { m } from '#messages/generated-mails/messages.js'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { cardText, sellerRow } from '#server/books/billing/charging/money-rows.ts'
import { amountText, percentText } from '#server/books/invoices/invoice-words.ts'
import { vatNotes } from '#server/books/invoices/price-text.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { MailRow } from '#server/platform/mail/compose-mail.ts'
import { linesOfOrder, shipsGoods, taxesOfOrder } from './lines-of-order.ts'
import type { OrderRow } from './order.store.ts'

/** Returns the rows of order mails: items, total with included tax, payment, and seller. */
export function orderRows(order: OrderRow, { seller }: Pick<Config, 'seller'>): readonly MailRow[] {
  const { language, discount, shipping, gross_cents: grossCents } = order
  const { vat } = order.facts as ChargeFacts
  const locale = { locale: language }
  const row = (label: string, cents: number) => ({ label, value: amountText(cents, language) })
  const lines = linesOfOrder(order).map((line) => {
    const name = line.kind === 'goods' && line.variant !== '' ? `${line.name}, ${line.variant}` : line.name
    return row(m.invoice_line_article({ quantity: line.quantity, name }, locale), line.grossCents)
  })
  const taxes = taxesOfOrder(order).filter(({ vatCents }) => vatCents > 0)
  const total = order.vat_cents > 0 ? m.mail_order_total({}, locale) : m.mail_order_total_untaxed({}, locale)
  return [
    ...lines,
    ...(discount ? [row(m.mail_order_discount({ name: discount.code }, locale), -discount.grossCents)] : []),
    ...(shipping ? [row(m.mail_order_shipping({ name: shipping.name }, locale), shipping.grossCents)] : []),
    { ...row(total, grossCents), strong: true },
    ...taxes.map(({ vatBasisPoints, vatCents }) =>
      row(m.mail_order_tax({ percent: percentText(vatBasisPoints, language) }, locale), vatCents),
    ),
    ...vatNotes(vat, language, owedOf(order)).map((note) => ({
      label: m.mail_money_vat({}, locale),
      value: note,
    })),
    ...paymentRow(order),
    sellerRow(seller, language),
  ]
}

/**
 * The articles under reverse charge, where the order has others: for a company elsewhere in the EU the vouchers only.
 */
function owedOf(order: OrderRow): readonly string[] {
  const vouchers = linesOfOrder(order).filter(({ kind }) => kind === 'voucher')
  return shipsGoods(order) ? [...new Set(vouchers.map(({ name }) => name))] : []
}

/** Returns the card of an order's payment, pending or done. */
export function cardOfOrder({ facts, language }: Pick<OrderRow, 'facts' | 'language'>): string | undefined {
  const card = (facts as Partial<ChargeFacts>).buyer?.order?.card
  return card && cardText(card, language)
}

function paymentRow(order: OrderRow): readonly MailRow[] {
  const card = cardOfOrder(order)
  if (order.due_on !== null || card === undefined) return []
  return [{ label: m.mail_order_payment({}, { locale: order.language }), value: card }]
}
