import type {
  AggregateOffer,
  BreadcrumbList,
  Course,
  ItemList,
  Organization,
  Product,
  VideoObject,
} from 'schema-dts'
import type { Category, Series, Video } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { withOffset } from '#domain/catalogue/publishing-date.ts'
import { isoDuration } from '#domain/durations.ts'
import { cheapestMonth, intervalPrice, withVat } from '#domain/pricing.ts'
import { sells } from '#domain/service-mode.ts'
import { productKey } from '#domain/shop/product-key.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { seriesVideos } from '#server/library/catalogue/listed-catalogue.ts'
import { type Html, type PageText, type Sources, trustedHtml } from './html.ts'
import { levelNames } from './library-pages.ts'
import { markdownSummary } from './markdown.ts'
import type { FoundPage } from './page-at.ts'
import { shareImagePath } from './share-image.ts'

/** The types of structured data. */
export type Described = Exclude<
  Organization | Product | VideoObject | BreadcrumbList | Course | ItemList,
  string
>

/** Returns a page's structured data (schema.org), typed by `schema-dts`. */
export function structuredData(
  { name, video, freeFilm, series, product: sold, categories = [] }: FoundPage,
  { title, description }: PageText,
  { site, products, catalogue, origin }: Sources,
): readonly Described[] {
  if (name === 'landing') return [organization(site, origin)]
  if (name === 'pricing') return product(site, origin, { title, description })
  if (name === 'shop') return products.map((one) => soldProduct(one, site, origin))
  if (sold) return [soldProduct(sold, site, origin)]
  if (video) {
    const published = catalogue.publishedAt.get(video.id)
    const uploadDate = published && withOffset(published, site.sellerZone)
    return [
      videoObject(video, { freeFilm, uploadDate }, site, origin),
      breadcrumbList(categories, origin, video),
    ]
  }
  if (series) return seriesData(series, seriesVideos(series, catalogue), { description, site, origin })
  if (name === 'category') return [breadcrumbList(categories, origin)]
  return []
}

/** Returns it as an element of the head; browsers do not execute it, and no text can end it. */
export function dataElement(thing: Described): Html {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing })
  return trustedHtml(`<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`)
}

function organization(site: SiteConfig, origin: string): Described {
  const { productName, seller, logoUrl, social, socialUrl } = site
  const elsewhere = [...social.map(({ url }) => url), ...(socialUrl === undefined ? [] : [socialUrl])]
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: productName,
    ...(seller.name !== productName && { legalName: seller.name }),
    url: `${origin}/`,
    logo: `${origin}${logoUrl ?? '/icons/512.png'}`,
    ...(seller.email !== '' && { email: seller.email }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  }
}

/** Only a free video's file has a public address. */
function videoObject(
  video: Video,
  {
    freeFilm,
    uploadDate,
  }: { readonly freeFilm: string | undefined; readonly uploadDate: string | undefined },
  site: SiteConfig,
  origin: string,
): Described {
  const { id, title, description, durationSeconds, thumbnailUrl, free, tags } = video
  const image = shareImagePath(video, site)
  return {
    '@type': 'VideoObject',
    '@id': `${origin}${href('video', { id })}`,
    url: `${origin}${href('video', { id })}`,
    name: title,
    description: markdownSummary(description, 300) || title,
    thumbnailUrl: [image, ...(thumbnailUrl === undefined ? [] : [thumbnailUrl])].map((path) => origin + path),
    ...(uploadDate && { uploadDate }),
    duration: isoDuration(durationSeconds),
    ...(freeFilm && { contentUrl: origin + freeFilm }),
    isAccessibleForFree: free || site.allFree,
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    publisher: { '@type': 'Organization', '@id': `${origin}/#organization`, name: site.productName },
  }
}

function breadcrumbList(categories: readonly Category[], origin: string, video?: Video): Described {
  const steps = [
    { name: m.all_videos(), path: href('content') },
    ...categories.map(({ name }, index) => ({
      name,
      path: categoryHref(categories.slice(0, index + 1).map(({ urlKey }) => urlKey)),
    })),
    ...(video ? [{ name: video.title, path: href('video', { id: video.id }) }] : []),
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** The price for one user and each interval, with VAT as shown first; no offers while the service is closing. */
function product(
  site: SiteConfig,
  origin: string,
  { title, description }: Pick<PageText, 'title' | 'description'>,
): Described[] {
  const plan = site.pricing.plans.find(({ id }) => id === site.pricing.plan)
  if (!plan || !sells(site.serviceMode)) return []
  const url = `${origin}${href('pricing')}`
  const gross = (netCents: number) => withVat(netCents, site.vat.percent)
  const prices = plan.intervals.map((chosen) => gross(intervalPrice(plan, 1, chosen)))
  const offers: AggregateOffer = {
    '@type': 'AggregateOffer',
    priceCurrency: 'EUR',
    lowPrice: euros(Math.min(...prices)),
    highPrice: euros(Math.max(...prices)),
    offerCount: plan.intervals.length,
    offers: plan.intervals.map((chosen, index) => ({
      '@type': 'Offer',
      url,
      priceCurrency: 'EUR',
      price: euros(prices[index] ?? 0),
      availability: 'https://schema.org/InStock',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: euros(prices[index] ?? 0),
        priceCurrency: 'EUR',
        valueAddedTaxIncluded: true,
        billingDuration: chosen.interval.value,
        unitCode: unitCodes[chosen.interval.unit],
      },
    })),
  }
  return [
    {
      '@type': 'Product',
      name: `${site.productName}: ${title}`,
      description: `${description} ${m.landing_price_from({ price: `EUR ${euros(gross(cheapestMonth(plan)))}` })}`,
      image: `${origin}${site.logoUrl ?? '/icons/512.png'}`,
      brand: { '@type': 'Brand', name: site.productName },
      url,
      offers,
    },
  ]
}

/** A voucher, or goods with an offer for each variant, at the price of a domestic private customer. */
function soldProduct(product: Sources['products'][number], site: SiteConfig, origin: string): Described {
  const { name, description } = product
  const url = `${origin}${href('shopProduct', { key: productKey(product) })}`
  const picture = product.kind === 'goods' ? product.picture : null
  const variants = product.kind === 'goods' ? product.variants : [{ ...product, name: '', available: 1 }]
  return {
    '@type': 'Product',
    name,
    url,
    description: description || name,
    image: origin + (picture ?? site.logoUrl ?? '/icons/512.png'),
    brand: { '@type': 'Brand', name: site.productName },
    offers: variants.map((variant) => ({
      '@type': 'Offer',
      ...(variant.name !== '' && { name: variant.name }),
      url,
      priceCurrency: 'EUR',
      price: euros(variant.grossCents),
      availability: variant.available > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    })),
  }
}

/** UN/CEFACT codes of days, weeks, months and years. */
const unitCodes = { d: 'DAY', w: 'WEE', m: 'MON', y: 'ANN' } as const

function euros(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Structured data of a series: a course of this site, with its videos in teaching order. */
function seriesData(
  series: Series,
  videos: readonly Video[],
  { description, site, origin }: { description: string; site: SiteConfig; origin: string },
): Described[] {
  const url = origin + href('series', { urlKey: series.urlKey })
  const seconds = videos.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const open = videos.filter(({ free }) => free || site.allFree).length
  return [
    {
      '@type': 'Course',
      '@id': url,
      url,
      name: series.title,
      description,
      inLanguage: getLocale(),
      educationalLevel: levelNames[series.level](),
      ...(series.thumbnailUrl !== undefined && { image: origin + series.thumbnailUrl }),
      provider: {
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        name: site.productName,
        url: `${origin}/`,
      },
      isAccessibleForFree: open === videos.length,
      hasCourseInstance: [
        { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: isoDuration(seconds) },
      ],
      offers: [{ '@type': 'Offer', category: accessOf(open, videos.length), url }],
    },
    {
      '@type': 'ItemList',
      name: series.title,
      numberOfItems: videos.length,
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      itemListElement: videos.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: origin + href('video', { id }),
      })),
    },
  ]
}

/** Google's terms for its price. */
function accessOf(open: number, all: number): string {
  if (open === all) return 'Free'
  return open > 0 ? 'Partially Free' : 'Subscription'
}
