import { heroOf, heroSizes } from '#contract/library/poster.ts'
import { categoryHref, href } from '#contract/pages.ts'
import type { Shop } from '#contract/shop/shop.ts'
import type { PricingPlan, SiteConfig, TextVersion } from '#contract/site/site.ts'
import { formatMoney } from '#domain/formatted-money.ts'
import type { Interval } from '#domain/interval.ts'
import { monthlyPrice, userRanges, withVat } from '#domain/pricing.ts'
import { saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { productKey } from '#domain/shop/product-key.ts'
import { weightText } from '#domain/shop/weight-text.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { firstPrice, textVersion } from './fill-text.ts'
import { posterImage } from './first-view.ts'
import { type Html, html, type PageText, type Sources, videoList } from './html.ts'
import type { FoundPage } from './page-at.ts'
import { framesOf, partHtml, sectionsHtml, summaryOf } from './text-pages.ts'

/** Maximum number of free videos on the landing page. */
const maxFree = 12

/** The landing page. */
export function landingPage(sources: Sources, signedIn: boolean): PageText {
  const { site, catalogue } = sources
  const text = textVersion(sources, 'landing', getLocale())
  const { videos, tree } = catalogue
  const rows = tree.roots.map((category) => {
    const within = tree.within(category.id)
    return { category, count: videos.filter(({ categoryId }) => within.has(categoryId)).length }
  })
  const free = videoList(videos.filter((video) => video.free).slice(0, maxFree))
  return {
    title: text.page,
    description: summaryOf(text),
    frames: framesOf([...text.lead, ...text.sections.flatMap(({ parts }) => parts)]),
    html: html`${welcome(text, site, signedIn)}
<h2>${m.landing_contents()}</h2>
<ul>${rows.map(({ category, count }) => count > 0 && html`<li><a href="${categoryHref([category.urlKey])}"><bdi>${category.name}</bdi></a> ${m.video_count({ count })}</li>`)}</ul>
${videos.length === 0 && html`<p>${m.landing_empty()}</p>`}
${free && html`<h2>${m.landing_free()}</h2>${free}`}
${sectionsHtml(text)}`,
  }
}

/** The beginning of the landing page, rendered like its screen (web/front/landing). */
function welcome(text: TextVersion, site: SiteConfig, signedIn: boolean): Html {
  const { serviceMode, trialDays, vat } = site
  const plan = planOnSale(site)
  const open = sells(serviceMode)
  const offersTrial = open && trialDays > 0 && !signedIn
  const hero = heroOf(text)
  const others = text.lead.filter(({ kind }) => kind !== 'video')
  return html`<div class="@container mx-auto w-full max-w-6xl pt-2 sm:pt-8 lg:pt-12">
<div class="grid items-center gap-x-12 gap-y-10 @min-[59rem]:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] @min-[71rem]:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
<div><h1 class="max-w-[16ch] text-[2.25rem] leading-[1.08] tracking-[-0.035em] hyphens-auto sm:text-5xl @min-[59rem]:max-w-none @min-[59rem]:text-[2.5rem] @min-[71rem]:text-5xl">${text.heading}</h1>
<div class="mt-5 max-w-[34rem] text-lg leading-relaxed text-muted">${others.map(partHtml)}</div>
<div class="mt-8 flex flex-wrap gap-3">${offersTrial && html`<a href="${href('register')}" class="button button-primary button-large">${m.start_trial()}</a>`}
<a href="${hero ? href('video', { id: hero.id }) : href('content')}" class="button ${offersTrial ? 'button-plain' : 'button-primary'} button-large">${hero ? m.landing_watch() : m.landing_continue()}</a></div>
${offersTrial && html`<p class="mt-4 text-sm text-muted">${m.landing_trial({ days: trialDays })}</p>`}
${open && plan && html`<p class="mt-1 text-sm text-muted"><a href="${href('pricing')}" class="link">${firstPrice(plan, 1, vat.percent)}</a> ${m.landing_price_hint()}</p>`}
${saysClosing(serviceMode) && html`<p class="mt-4 text-sm">${m.service_closing()}</p>`}
${saysPaused(serviceMode) && html`<p class="mt-4 text-sm">${m.service_paused()}</p>`}
<p class="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">${hero && html`<a href="${href('content')}" class="link">${m.landing_continue()}</a>`}
${
  !signedIn &&
  html`<a href="${href('login')}" class="link">${m.landing_login()}</a>
<a href="${href('register')}" class="link">${m.landing_register()}</a>`
}</p></div>
${hero && html`<a href="${href('video', { id: hero.id })}" aria-label="${hero.title}" class="relative aspect-video overflow-hidden rounded-card bg-raised">${posterImage(hero, heroSizes, { first: true, className: 'size-full object-cover' })}</a>`}
</div></div>`
}

/** Returns the price of a subscription per user and month, with VAT as shown first. */
export function pricingPage(site: SiteConfig, signedIn: boolean): PageText {
  const plan = planOnSale(site)
  const { serviceMode, vat } = site
  const open = sells(serviceMode)
  return {
    title: m.pricing_page(),
    description: m.pricing_lead(),
    html: html`<h1>${m.pricing_title()}</h1>
<p>${m.pricing_lead()}</p>
${saysClosing(serviceMode) && html`<p>${m.pricing_sunset()}</p>`}
${saysPaused(serviceMode) && html`<p>${m.service_paused()}</p>`}
${plan && html`<p>${firstPrice(plan, 1, vat.percent)} ${m.landing_price_hint()}</p>`}
${plan && html`<h2>${m.pricing_table_title()}</h2>${priceTable(plan, vat.percent)}<p>${m.pricing_table_note()}${vat.percent > 0 && ` ${m.pricing_table_gross()}`}</p>`}
${open && !signedIn && html`<p><a href="${href('register')}">${m.pricing_register()}</a></p>`}`,
  }
}

function priceTable(plan: PricingPlan, vatPercent: number): Html {
  return html`<table><thead><tr><th scope="col">${m.pricing_table_users()}</th>${plan.intervals.map(
    ({ interval }) => html`<th scope="col">${intervalName(interval)}</th>`,
  )}</tr></thead><tbody>${userRanges(plan).map(
    ({ from, to }) =>
      html`<tr><th scope="row">${to === undefined ? m.pricing_range_open({ low: from }) : m.pricing_range({ low: from, high: to })}</th>${plan.intervals.map(
        (chosen) => html`<td>${price(withVat(monthlyPrice(plan, from, chosen) / from, vatPercent))}</td>`,
      )}</tr>`,
  )}</tbody></table>`
}

function planOnSale({ pricing }: SiteConfig): PricingPlan | undefined {
  return pricing.plans.find(({ id }) => id === pricing.plan)
}

function price(cents: number): string {
  return formatMoney(cents, getLocale())
}

/** '1 month', '3 months'. */
function intervalName({ value: count, unit }: Interval): string {
  const names = { d: m.interval_day, w: m.interval_week, m: m.interval_month, y: m.interval_year }
  return names[unit]({ count })
}

/** Returns the shop, with the prices of a domestic private customer. */
export function shopPage({ products, shipping }: Sources): PageText {
  return {
    title: m.shop_page(),
    description: m.shop_lead(),
    html: html`<h1>${m.shop_page()}</h1>
<p>${m.shop_lead()}</p>
<ul>${products.map(
      (
        product,
      ) => html`<li><h2><a href="${href('shopProduct', { key: productKey(product) })}"><bdi>${product.name}</bdi></a></h2>
${product.kind === 'voucher' && html`<p>${m.shop_voucher_kind()} · ${voucherText(product)}</p>`}
${product.description !== '' && html`<p>${product.description}</p>`}
${offersOf(product)}</li>`,
    )}</ul>
${products.some(({ kind }) => kind === 'goods') && shippingCosts(shipping)}`,
  }
}

/** Returns a product with its variants, its price, and its shipping. */
export function productPage({ product }: FoundPage, { shipping }: Sources): PageText {
  if (!product) throw new TypeError('The page of a product has one')
  const { name, description } = product
  const what = product.kind === 'voucher' ? `${m.shop_voucher_kind()}: ${voucherText(product)}` : ''
  const picture = product.kind === 'goods' ? product.picture : null
  return {
    title: name,
    description: description || [name, what].filter(Boolean).join('. '),
    html: html`<p><a href="${href('shop')}">${m.product_back()}</a></p>
<h1><bdi>${name}</bdi></h1>
${picture !== null && html`<p><img src="${picture}" alt="" width="480" height="270"></p>`}
${what !== '' && html`<p>${what}</p>`}
${description !== '' && html`<p>${description}</p>`}
${offersOf(product)}
${product.kind === 'goods' ? shippingCosts(shipping) : html`<p>${m.product_mailed()}</p>`}`,
  }
}

type SoldProduct = Shop['products'][number]

function offersOf(product: SoldProduct): Html {
  if (product.kind === 'voucher') return html`<p>${shopPriceText(product)}</p>`
  return html`<ul>${product.variants.map(
    (variant) =>
      html`<li>${variant.name !== '' && `${variant.name}: `}${shopPriceText(variant)}, <a href="#shipping">${m.shop_plus_shipping()}</a>${variant.available === 0 && ` · ${m.shop_goods_sold_out()}`}</li>`,
  )}</ul>`
}

function shopPriceText({ netCents, grossCents }: { netCents: number; grossCents: number }): string {
  const note = grossCents > netCents ? m.shop_price_note() : m.shop_price_note_untaxed()
  return `${formatMoney(grossCents, getLocale())}, ${note}`
}

/** The target of "plus shipping" (PAngV, section 6). */
function shippingCosts(shipping: Sources['shipping']): Html {
  const countries = new Intl.DisplayNames(getLocale(), { type: 'region' })
  return html`<section id="shipping"><h2>${m.shipping_costs()}</h2>
<p>${m.product_shipping()}</p>
<ul>${shipping.map(
    ({ name, weightUpToGrams, grossCents, countries: codes }) =>
      html`<li>${name}, ${m.shipping_up_to({ weight: weightText(weightUpToGrams, getLocale()) })}: ${formatMoney(grossCents, getLocale())}<br>${codes.map((code) => countries.of(code) ?? code).join(', ')}</li>`,
  )}</ul></section>`
}

function voucherText({ licenseCount, interval }: Extract<SoldProduct, { kind: 'voucher' }>): string {
  return m.shop_voucher_what({
    users: m.shop_users({ count: licenseCount }),
    interval: intervalName(interval),
  })
}
