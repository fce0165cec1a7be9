import type { Shop } from '#contract/shop/shop.ts'
import { formatMoney } from '#domain/money.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { type Html, html, type PageText, type Sources } from './html.ts'
import { intervalName } from './selling-pages.ts'

type Product = Shop['products'][number]

/** What is sold beside subscriptions, with the price of a private customer at home. */
export function shopPage({ products }: Sources): PageText {
  return {
    title: m.shop_page(),
    description: m.shop_lead(),
    html: html`<h1>${m.shop_page()}</h1>
<p>${m.shop_lead()}</p>
<ul>${products.map(
      (product) => html`<li><h2>${product.name}</h2>
${product.kind === 'voucher' && html`<p>${m.shop_voucher_kind()} · ${voucherText(product)}</p>`}
${product.description !== '' && html`<p>${product.description}</p>`}
${offersOf(product)}</li>`,
    )}</ul>`,
  }
}

function offersOf(product: Product): Html {
  if (product.kind === 'voucher') return html`<p>${priceText(product, m.shop_price_note)}</p>`
  return html`<ul>${product.variants.map(
    (variant) =>
      html`<li>${variant.name !== '' && `${variant.name}: `}${priceText(variant, m.shop_price_note_shipping)}${variant.available === 0 && ` · ${m.shop_goods_sold_out()}`}</li>`,
  )}</ul>`
}

function priceText(
  { netCents, grossCents }: { netCents: number; grossCents: number },
  taxed: typeof m.shop_price_note | typeof m.shop_price_note_shipping,
): string {
  const untaxed = taxed === m.shop_price_note ? m.shop_price_note_untaxed : m.shop_price_note_shipping_untaxed
  return `${formatMoney(grossCents, getLocale())}, ${grossCents > netCents ? taxed() : untaxed()}`
}

function voucherText({ licenseCount, interval }: Extract<Product, { kind: 'voucher' }>): string {
  return m.shop_voucher_what({
    users: m.shop_users({ count: licenseCount }),
    interval: intervalName(interval),
  })
}
