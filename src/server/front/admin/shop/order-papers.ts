import { localDate } from '#domain/billing/billing-period.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { SoldGoods } from '#domain/shop/sold-order.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import {
  accent,
  edge,
  heightOf,
  ink,
  line,
  quiet,
  right,
  type Sheet,
  within,
  write,
} from '#server/books/invoices/invoice-page.ts'
import { countryText, dayText, namesCountry } from '#server/books/invoices/invoice-words.ts'
import { openPdf } from '#server/books/invoices/pdf-document.ts'
import { goodsKept } from '#server/business/shop/lines-of-order.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Returns the packing list of an order, without refunded pieces, in its buyer's language, as PDF on A4; folded, its
 * address fits a window envelope (DIN 5008 B).
 */
export async function packingList(
  { config }: Pick<Services, 'config'>,
  order: OrderRow,
): Promise<MailAttachment> {
  const { language } = order
  const locale = { locale: language }
  const { name, lines, sender } = addressesOf(config, order)
  const number = printedOrderNumber(order.number)
  const goods = goodsKept(order)
  const title = m.papers_packing_list({ number }, locale)
  const { page, close } = await openPdf({
    ...aboutOf(config, order, title),
    typed: [config.productName, sender, name, ...lines, ...goods.flatMap((one) => [one.name, one.variant])],
  })
  write(page, config.productName, edge, 52, { size: 13, strong: true, color: accent })
  let y = write(page, sender, edge, 132, { size: 7, color: quiet, width: 250, gap: 1 }) + 8
  y = write(page, name, edge, y, { size: 10.5, strong: true, width: 250 })
  for (const one of lines) y = write(page, one, edge, y, { size: 10.5, width: 250 })
  page.y = write(page, title, edge, Math.max(290, y + 34), { size: 20, strong: true, tag: 'H1' }) + 6
  const day = dayText(localDate(order.placed_at, config.seller.zone), language)
  const placed = m.papers_placed({ day }, locale)
  const said = order.shipping ? `${placed} · ${order.shipping.name}` : placed
  page.y = write(page, said, edge, page.y, { color: quiet }) + 22
  within(page, 'Table', () => writeGoods(page, goods, locale))
  return {
    fileName: `packing-list-${order.number}.pdf`,
    contentType: 'application/pdf',
    bytes: await close(),
  }
}

const countWidth = 60
const weightWidth = 90

function writeGoods(
  page: Sheet,
  goods: readonly SoldGoods[],
  locale: { locale: OrderRow['language'] },
): void {
  const head = { size: 8, color: quiet, tag: 'TH' } as const
  const wide = right - edge - countWidth - weightWidth - 16
  const row = (cells: readonly [string, string, string], style: object) =>
    within(page, 'TR', () => {
      const from = page.y
      const [count, what, weight] = cells
      write(page, count, edge, from, { ...style, width: countWidth })
      page.y = write(page, what, edge + countWidth, from, { ...style, width: wide })
      write(page, weight, right - weightWidth, from, { ...style, width: weightWidth, align: 'right' })
    })
  row([m.papers_quantity({}, locale), m.papers_article({}, locale), m.papers_weight({}, locale)], head)
  line(page, page.y + 3, ink)
  page.y += 12
  for (const { quantity, name, variant, weightGrams } of goods) {
    const what = variant === '' ? name : `${name}, ${variant}`
    if (page.y + heightOf(page, what, wide) > 760) {
      page.pdf.addPage()
      page.y = 52
    }
    row([String(quantity), what, weightText(quantity * weightGrams, locale.locale)], { tag: 'TD' })
    page.y += 7
    line(page, page.y)
    page.y += 9
  }
  const grams = goods.reduce((sum, { quantity, weightGrams }) => sum + quantity * weightGrams, 0)
  row(['', m.papers_whole_weight({}, locale), weightText(grams, locale.locale)], { strong: true, tag: 'TD' })
}

/** Returns the address label of an order's parcel, as PDF on A6. */
export async function addressLabel(
  { config }: Pick<Services, 'config'>,
  order: OrderRow,
): Promise<MailAttachment> {
  const { name, lines, sender } = addressesOf(config, order)
  const number = printedOrderNumber(order.number)
  const { page, close } = await openPdf({
    ...aboutOf(config, order, m.papers_label({ number }, { locale: order.language })),
    typed: [sender, name, ...lines],
    size: 'A6',
  })
  const [from, wide] = [24, 250]
  write(page, sender, from, 24, { size: 8, color: quiet, width: wide, gap: 1 })
  let y = write(page, name, from, 110, { size: 16, strong: true, width: wide, gap: 4, tag: 'H1' }) + 4
  for (const one of lines) y = write(page, one, from, y, { size: 15, width: wide, gap: 4 })
  write(page, number, from, 392, { size: 8, color: quiet, width: wide })
  return {
    fileName: `address-label-${order.number}.pdf`,
    contentType: 'application/pdf',
    bytes: await close(),
  }
}

/** Abroad, the country is the last line, in capitals (Universal Postal Union, S42). */
function addressesOf({ seller }: Services['config'], { facts, language }: OrderRow) {
  const { name, address, country } = (facts as ChargeFacts).buyer
  const own = address
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const isAbroad = country !== null && country !== undefined && country !== seller.country
  const lines = isAbroad
    ? [...own.filter((one) => !namesCountry(one, country)), countryText(country, language).toUpperCase()]
    : own
  return { name, lines, sender: [seller.name, ...seller.address.split('\n')].join(' · ') }
}

function aboutOf(
  { seller, productName }: Services['config'],
  { language, placed_at: at }: OrderRow,
  title: string,
) {
  return { language, title, author: seller.name, subject: title, creator: productName, at }
}

function weightText(grams: number, language: OrderRow['language']): string {
  const [value, unit] = grams < 1000 ? [grams, 'gram'] : [grams / 1000, 'kilogram']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: String(unit),
    maximumFractionDigits: 2,
  }).format(Number(value))
}
