import { freeFilmAddress } from '#contract/library/free-film.ts'
import type { Category, Series, Video } from '#contract/library/library.ts'
import { findPage } from '#contract/match-path.ts'
import { categoryHref, href, type PageName, pages } from '#contract/pages.ts'
import type { Shop } from '#contract/shop/shop.ts'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { isKeyOf, productKey } from '#domain/shop/product-key.ts'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import type { Sources } from './html.ts'

/** The page that an address leads to, and the part of the library that it shows. */
export type FoundPage = {
  readonly name: PageName
  /** Its path in its one spelling. */
  readonly path: string
  /** The canonical path for search engines. */
  readonly canonicalPath: string
  readonly video?: Video
  /** Where everybody can fetch the video's film; none where it is not free. */
  readonly freeFilm?: string
  readonly series?: Series
  readonly product?: Shop['products'][number]
  /** What the query of a listing's address asks for; none for the whole listing. */
  readonly listing?: ListingQuery
  /** From the top down to the category itself. */
  readonly categories?: readonly Category[]
}

/**
 * Finds the page of a path, with or without a slash at its end; undefined for an address that leads nowhere, which an
 * unknown video, series, category or product does too, and for a misspelled one. The page of the demo exists in the demo only.
 */
export function pageAt(
  path: string,
  { catalogue, products }: Pick<Sources, 'catalogue' | 'products'>,
  demo: boolean,
): FoundPage | undefined {
  const found = findPage(path)
  if (!found || found.spelling !== undefined) return undefined
  const { name, params, rest } = found
  if (name === 'category') return categoryPage(rest, catalogue)
  if (name === 'video') return videoPage(params.id, catalogue)
  if (name === 'series') return seriesPage(params.urlKey, catalogue)
  if (name === 'shopProduct') return productPage(params.key, products)
  // the addresses of one page share its document, whatever code they hold
  const { path: shared } = pages[name]
  return name === 'demo' && !demo ? undefined : { name, path: shared, canonicalPath: shared }
}

/** Whether the page of a video, series or product that has been withdrawn stood at a path: search engines are to forget it. */
export function isWithdrawn(
  path: string,
  { catalogue, former }: Pick<Sources, 'catalogue' | 'former'>,
): boolean {
  const { name, params: { id, urlKey, key } = {} } = findPage(path) ?? {}
  return (
    (name === 'video' && id !== undefined && catalogue.withdrawn.has(id)) ||
    (urlKey !== undefined && catalogue.withdrawnSeries.has(urlKey)) ||
    (key !== undefined && former.some((product) => isKeyOf(key, product)))
  )
}

function productPage(key: string | undefined, products: Sources['products']): FoundPage | undefined {
  const product = products.find(({ id }) => key !== undefined && isKeyOf(key, id))
  if (!product) return undefined
  const path = href('shopProduct', { key: productKey(product) })
  return { name: 'shopProduct', path, canonicalPath: path, product }
}

function videoPage(id: string | undefined, catalogue: ListedCatalogue): FoundPage | undefined {
  const video = id === undefined ? undefined : catalogue.videos[catalogue.placeOf.get(id) ?? -1]
  if (!video) return undefined
  const categories = catalogue.tree.pathTo(video.categoryId)
  const path = href('video', { id: video.id })
  const freeFilm = freeFilmOf(video, catalogue)
  return { name: 'video', path, canonicalPath: path, video, categories, ...(freeFilm && { freeFilm }) }
}

/** Where everybody can fetch the film of a video; undefined where it is not free. */
export function freeFilmOf({ id, free }: Video, { media }: ListedCatalogue): string | undefined {
  const filmKey = free ? media.get(id)?.filmKey : undefined
  return filmKey === undefined ? undefined : freeFilmAddress(id, filmKey)
}

function seriesPage(urlKey: string | undefined, catalogue: ListedCatalogue): FoundPage | undefined {
  const series = catalogue.series.find((one) => one.urlKey === urlKey)
  if (!series) return undefined
  const path = href('series', { urlKey: series.urlKey })
  return { name: 'series', path, canonicalPath: path, series }
}

function categoryPage(urlKeys: readonly string[], { tree }: ListedCatalogue): FoundPage | undefined {
  const categories = tree.atPath(urlKeys)
  const category = categories?.at(-1)
  if (!category) return undefined
  const pathOf = (way: readonly Category[]) => categoryHref(way.map(({ urlKey }) => urlKey))
  // below several parents it has several addresses, but one of them is the first
  const canonicalPath = pathOf(tree.pathTo(category.id))
  return { name: 'category', path: pathOf(categories ?? []), canonicalPath, categories: categories ?? [] }
}
