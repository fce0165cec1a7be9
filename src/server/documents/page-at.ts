import { freeFilmAddress } from '#contract/library/free-film.ts'
import type { Category, Series, Video } from '#contract/library/library.ts'
import { categoryHref, href, type PageName, pages } from '#contract/pages.ts'
import type { Shop } from '#contract/shop/shop.ts'
import { isKeyOf, productKey } from '#domain/shop/product-key.ts'
import type { ListedCatalogue } from '#server/library/listed-catalogue.ts'
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
  /** From the top down to the category itself. */
  readonly categories?: readonly Category[]
}

/**
 * Finds the page of a path, with or without a slash at its end; undefined for an address that leads nowhere, which an
 * unknown video, series, category or product does too. The page of the demo exists in the demo only.
 */
export function pageAt(
  path: string,
  { catalogue, products }: Pick<Sources, 'catalogue' | 'products'>,
  demo: boolean,
): FoundPage | undefined {
  const segments = segmentsOf(path)
  if (!segments) return undefined
  for (const name of Object.keys(pages) as PageName[]) {
    const found = match(pages[name].path, segments)
    if (!found) continue
    if (name === 'category') return categoryPage(found.rest, catalogue)
    if (name === 'video') return videoPage(found.id, catalogue)
    if (name === 'series') return seriesPage(found.id, catalogue)
    if (name === 'shopProduct') return productPage(found.id, products)
    // the addresses of one page share its document, whatever code they hold
    const { path: shared } = pages[name]
    return name === 'demo' && !demo ? undefined : { name, path: shared, canonicalPath: shared }
  }
  return undefined
}

/** Whether the page of a video, series or product that has been withdrawn stood at a path: search engines are to forget it. */
export function isWithdrawn(
  path: string,
  { catalogue, former }: Pick<Sources, 'catalogue' | 'former'>,
): boolean {
  const segments = segmentsOf(path) ?? []
  const id = match(pages.video.path, segments)?.id
  const urlKey = match(pages.series.path, segments)?.id
  const key = match(pages.shopProduct.path, segments)?.id
  return (
    (id !== undefined && catalogue.withdrawn.has(id)) ||
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
  const media = catalogue.media.get(video.id)
  const freeFilm = video.free && media && freeFilmAddress(video.id, media.filmKey)
  return { name: 'video', path, canonicalPath: path, video, categories, ...(freeFilm && { freeFilm }) }
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

/** What stands in place of `:id`, or of `*` at the end of a page's path. */
function match(
  pattern: string,
  segments: readonly string[],
): { id?: string; rest: readonly string[] } | undefined {
  const parts = pattern.split('/').filter(Boolean)
  const open = parts.at(-1) === '*'
  const fixed = open ? parts.slice(0, -1) : parts
  if (open ? segments.length <= fixed.length : segments.length !== fixed.length) return undefined
  if (!fixed.every((part, index) => part.startsWith(':') || part === segments[index])) return undefined
  const id = segments[fixed.findIndex((part) => part.startsWith(':'))]
  return { ...(id !== undefined && { id }), rest: segments.slice(fixed.length) }
}

/** Undefined where the path is not made of whole characters. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.slice(1).split('/').map(decodeURIComponent)
    if (segments.at(-1) === '') segments.pop()
    return segments.includes('') ? undefined : segments
  } catch {
    return undefined
  }
}
