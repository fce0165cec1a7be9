import { isDeepStrictEqual } from 'node:util'
import type { Shop } from '#contract/shop/shop.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { readShop } from '#server/business/shop/catalogue/open-shop.ts'
import { formerProducts } from '#server/business/shop/catalogue/product.store.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { whenServiceModeChanges } from '#server/platform/site/service-mode.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { readSiteConfig } from './site-config.ts'

/** What every document may say: the public settings, what the shop sells, and the ids of what it sold once. */
type WatchedSite = {
  readonly site: SiteConfig
  readonly products: Shop['products']
  readonly shipping: Shop['shipping']
  readonly former: readonly string[]
}

/** What is known is at hand while it is not older than a second. */
export type SiteNow = { read(): Promise<WatchedSite>; atHand(): WatchedSite | undefined }

/** So old may what a document says become. */
const knownMs = 1_000
/** So long a document waits for it; then what was known last is good enough, such as without the database. */
const patienceMs = 2_000

/** Answers the site as it is now: the same object as long as it is the same, since documents are made anew for another. */
export async function watchSite(services: LibraryServices): Promise<SiteNow> {
  const { clock, log } = services
  let known = await read(services)
  let readAt = clock.real().getTime()
  let { current: files } = services.siteFiles
  let underWay: Promise<void> | undefined
  whenServiceModeChanges(services, () => {
    readAt = Number.NEGATIVE_INFINITY
  })
  const readAgain = async () => {
    const { current } = services.siteFiles
    readAt = clock.real().getTime()
    const next = await read(services)
    if (!isDeepStrictEqual(next, known)) known = next
    files = current
  }
  const atHand = () => {
    const isSame = services.siteFiles.current === files && planOnSale(services).id === known.site.pricing.plan
    return isSame && clock.real().getTime() - readAt < knownMs ? known : undefined
  }
  const readNow = async () => {
    const found = atHand()
    if (found) return found
    underWay ??= Promise.race([readAgain(), later(patienceMs)])
      .catch((error: unknown) => log.debug({ err: error }, 'the settings of the site could not be read'))
      .finally(() => {
        underWay = undefined
      })
    await underWay
    return known
  }
  return { read: readNow, atHand }
}

async function read(services: LibraryServices): Promise<WatchedSite> {
  const [site, { products, shipping }, former] = await Promise.all([
    readSiteConfig(services, services.library.catalogue),
    readShop(services),
    formerProducts(services.database.db),
  ])
  return { site, products: products.map(withoutStock), shipping, former }
}

/** Documents say whether something is there, not how many: each order would have all of them made anew. */
function withoutStock(product: Shop['products'][number]): Shop['products'][number] {
  if (product.kind === 'voucher') return product
  const variants = product.variants.map((variant) => ({
    ...variant,
    available: Math.min(variant.available, 1),
  }))
  return { ...product, variants }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
