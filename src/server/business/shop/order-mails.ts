import type { Interval } from '#domain/interval.ts'
import type { Language } from '#domain/language.ts'
import { reminderDays } from '#domain/shop/on-invoice.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { SoldLine } from '#domain/shop/sold-order.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { amountText, dayText, transferText } from '#server/books/invoices/invoice-words.ts'
import { orderPage } from '#server/books/invoices/order-page.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { type GiftFacts, giftMail } from '#server/platform/mail/templates/gift.ts'
import {
  orderCancelledMail,
  orderPlacedMail,
  orderReminderMail,
  orderShippedMail,
  vouchersMail,
  vouchersRefundedMail,
} from '#server/platform/mail/templates/order.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { awaitedTransfer } from './lines-of-order.ts'
import type { OrderRow } from './order.store.ts'
import { cardOfOrder, orderRows } from './order-rows.ts'
import type { NewVoucher } from './voucher.store.ts'
import { voucherSheet } from './voucher-sheet.ts'

/**
 * Confirms an order (§ 312i BGB) with its items: once it is placed on invoice, or paid by card. A declined card leaves
 * no order, so nothing may be confirmed before the payment.
 */
export async function mailPlaced(trx: Trx, services: Services, order: OrderRow): Promise<void> {
  const { language } = order
  const isConsumer = !(order.facts as ChargeFacts).buyer.business
  const facts = {
    ...(await mailFacts(trx, services, order)),
    rows: orderRows(order, services.config),
    transfer: askedTransfer(order),
    isConsumer,
  }
  const attachments = await services.contractTexts(trx, services, { language, isConsumer })
  await mail(trx, services, order, 'placed', orderPlacedMail(facts, services.config, language), attachments)
}

/**
 * Mails the codes of an order: one mail for the buyer, with the link to the order, and for each voucher one to forward,
 * without any link to the order.
 */
export async function mailVouchers(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  vouchers: readonly NewVoucher[],
): Promise<void> {
  const { language } = order
  const gifts = vouchers.map((voucher) => giftOf(voucher, language))
  for (const [position, gift] of gifts.entries()) {
    const sheet = await voucherSheet(services, { ...gift, language, boughtAt: order.placed_at })
    await mail(trx, services, order, `gift ${position}`, giftMail(gift, services.config, language), [sheet])
  }
  // last, so that it is on top of the buyer's inbox
  const facts = { ...(await mailFacts(trx, services, order)), vouchers: gifts }
  await mail(trx, services, order, 'vouchers', vouchersMail(facts, services.config, language))
}

/** Mails a voucher to its recipient, once. `picture`: its address. */
export async function mailGift(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  gift: {
    readonly voucher: NewVoucher
    readonly position: number
    readonly recipient: string
    readonly message: string
    readonly picture: string | undefined
  },
): Promise<void> {
  const { language } = order
  const facts = giftOf(gift.voucher, language)
  const content = giftMail({ ...facts, message: gift.message }, services.config, language)
  const sheet = await voucherSheet(services, { ...facts, language, boughtAt: order.placed_at })
  const shown = gift.picture === undefined ? content : { ...content, picture: gift.picture }
  await mail(trx, services, { ...order, email: gift.recipient }, `gift-to ${gift.position}`, shown, [sheet])
}

/** Formats a voucher. */
export function giftOf({ code, validUntil, ...what }: NewVoucher, language: Language): GiftFacts {
  return { code, what: voucherText(what, language), day: dayText(validUntil, language) }
}

export async function mailCancelled(trx: Trx, services: MailServices, order: OrderRow): Promise<void> {
  const content = orderCancelledMail(await mailFacts(trx, services, order), services.config, order.language)
  await mail(trx, services, order, 'cancelled', content)
}

/** The service closes: notifies of the refund of unredeemed vouchers. */
export async function mailVouchersRefunded(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  grossCents: number,
): Promise<void> {
  const { language } = order
  const amount = amountText(grossCents, language)
  const byTransfer = order.due_on !== null
  const card = byTransfer ? undefined : cardOfOrder(order)
  const facts = { ...(await mailFacts(trx, services, order)), amount, byTransfer, card }
  await mail(trx, services, order, 'refunded', vouchersRefundedMail(facts, services.config, language))
}

/** Reminds of an unpaid invoice; `count`: number of this reminder. */
export async function mailReminder(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  { count, owedCents }: { readonly count: number; readonly owedCents: number },
): Promise<void> {
  const facts = {
    ...(await mailFacts(trx, services, order)),
    day: dayText(order.due_on ?? '', order.language),
    transfer: askedTransfer(order, owedCents) ?? '',
    isLast: count >= reminderDays.length,
  }
  const content = orderReminderMail(facts, services.config, order.language)
  await mail(trx, services, order, `reminder ${count}`, content)
}

/** Instructions for the transfer of an order on invoice. */
function askedTransfer(order: OrderRow, owedCents = order.gross_cents): string | undefined {
  const transfer = awaitedTransfer(order)
  return transfer && transferText(transfer, amountText(owedCents, order.language), order.language)
}

/** Notifies that the parcel was shipped; `tracking`: the carrier's number. */
export async function mailShipped(
  trx: Trx,
  services: MailServices,
  order: OrderRow,
  tracking: string | undefined,
): Promise<void> {
  const facts = { ...(await mailFacts(trx, services, order)), tracking }
  await mail(trx, services, order, 'shipped', orderShippedMail(facts, services.config, order.language))
}

/** The content of a voucher: '1 user for 3 months'. */
function voucherText(
  { licenseCount, interval: { value, unit } }: { licenseCount: number; interval: Interval },
  locale: Language,
): string {
  const users = m.invoice_users({ count: licenseCount }, { locale })
  const interval = m.invoice_interval({ unit, count: value }, { locale })
  return m.voucher_what({ users, interval }, { locale })
}

/** Returns the detail of a line besides its name: the content of a voucher, a variant of goods. */
export function lineDetail(line: SoldLine, locale: Language): string {
  return line.kind === 'goods' ? line.variant : voucherText(line, locale)
}

async function mailFacts(trx: Trx, services: Pick<Services, 'config'>, { id, number, facts }: OrderRow) {
  const { name } = (facts as ChargeFacts).buyer
  return { name, number: printedOrderNumber(number), page: await orderPage(trx, services.config, id) }
}

/** Queues one mail of each kind per order. */
async function mail(
  trx: Trx,
  services: MailServices,
  { id, email }: OrderRow,
  kind: string,
  content: MailContent,
  attachments: readonly MailAttachment[] = [],
): Promise<void> {
  const effectKey = `order ${kind} ${id}`
  await queueMail(trx, services, { effectKey, template: 'order', to: email, content, attachments })
}
