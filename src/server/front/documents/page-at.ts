import { type AnyPageName, allPages } from '#contract/desk/desk-pages.ts'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import type { Category, Series, Video } from '#contract/library/library.ts'
import { findPage } from '#contract/match-path.ts'
import { categoryHref, href } from '#contract/pages.ts'
import type { Shop } from '#contract/shop/shop.ts'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { isKeyOf, productKey } from '#domain/shop/product-key.ts'
import { m } from '#messages/generated/messages.js'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import type { Sources } from './html.ts'

type FreeSize = FilmSize & { readonly url: string }

/** The page of an address, and the part of the library that it shows. */
export type FoundPage = {
  readonly name: AnyPageName
  /** Its path in canonical spelling. */
  readonly path: string
  /** The canonical path for search engines. */
  readonly canonicalPath: string
  readonly video?: Video
  /** Public address of a free video's file; absent for others. */
  readonly freeFilm?: string
  /** The free film in each of its sizes, where it has more than one. */
  readonly freeSizes?: readonly FreeSize[]
  readonly series?: Series
  readonly product?: Shop['products'][number]
  /** The query of a listing; absent for the whole listing. */
  readonly listing?: ListingQuery
  /** It was asked for by a former path of the category. */
  readonly isFormer?: true
  /** From the top down to the category itself. */
  readonly categories?: readonly Category[]
}

/**
 * Returns the page of a path, with or without a trailing slash; undefined for an unknown address, which includes an
 * unknown video, series, category or product, and for a misspelled one. The demo's page exists in the demo only.
 */
export function pageAt(
  path: string,
  { catalogue, products }: Pick<Sources, 'catalogue' | 'products'>,
  demo: boolean,
): FoundPage | undefined {
  const found = findPage(path, allPages)
  if (!found || found.spelling !== undefined) return undefined
  const { name, params, rest } = found
  if (name === 'category') return categoryPage(rest, catalogue)
  if (name === 'video') return videoPage(params.id, catalogue)
  if (name === 'series') return seriesPage(params.urlKey, catalogue)
  if (name === 'shopProduct') return productPage(params.key, products)
  // all addresses of a page with a code share one document
  const { path: shared } = allPages[name]
  return name === 'demo' && !demo ? undefined : { name, path: shared, canonicalPath: shared }
}

/** Returns whether a path was the page of a withdrawn video, series or product, which search engines should forget. */
export function isWithdrawn(
  path: string,
  { catalogue, former }: Pick<Sources, 'catalogue' | 'former'>,
): boolean {
  const { name, params: { id, urlKey, key } = {} } = findPage(path, allPages) ?? {}
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
  return {
    name: 'video',
    path,
    canonicalPath: path,
    video,
    categories,
    ...(freeFilm && { freeFilm, ...freeSizesOf(video, catalogue) }),
  }
}

/** Returns the public address of a free video's file; undefined for others. */
export function freeFilmOf({ id, free }: Video, { media }: ListedCatalogue): string | undefined {
  const filmKey = free ? media.get(id)?.filmKey : undefined
  return filmKey === undefined ? undefined : freeFilmAddress(id, filmKey)
}

function freeSizesOf({ id }: Video, { media }: ListedCatalogue): Pick<FoundPage, 'freeSizes'> {
  const { sizes = [] } = media.get(id) ?? {}
  if (sizes.length === 0) return {}
  return { freeSizes: sizes.map(({ key, ...size }) => ({ ...size, url: freeFilmAddress(id, key) })) }
}

function seriesPage(urlKey: string | undefined, catalogue: ListedCatalogue): FoundPage | undefined {
  const series = catalogue.series.find((one) => one.urlKey === urlKey)
  if (!series) return undefined
  const path = href('series', { urlKey: series.urlKey })
  return { name: 'series', path, canonicalPath: path, series }
}

function categoryPage(
  urlKeys: readonly string[],
  { tree, formerCategories }: ListedCatalogue,
): FoundPage | undefined {
  const former = formerCategories.get(urlKeys.join('/'))
  // an address that a category has had before another one got it leads to the other
  const here = tree.atPath(urlKeys)
  const categories = here ?? (former === undefined ? undefined : tree.pathTo(former))
  const category = categories?.at(-1)
  if (!category) return undefined
  const pathOf = (way: readonly Category[]) => categoryHref(way.map(({ urlKey }) => urlKey))
  // a category with several parents has several addresses, of which the first is canonical
  const canonicalPath = pathOf(tree.pathTo(category.id))
  return {
    name: 'category',
    path: pathOf(categories ?? []),
    canonicalPath,
    categories: categories ?? [],
    ...(!here && { isFormer: true as const }),
  }
}

/** Titles of the pages whose document has no text of its own. */
export const titles = {
  licences: m.licences_page,
  login: m.login_page,
  register: m.register_page,
  confirm: m.confirm_page,
  demo: m.demo_page,
  requestReset: m.request_reset_page,
  newPassword: m.new_password_page,
  companyLogin: m.company_login_page,
  companySignIn: m.company_page,
  join: m.join_page,
  preview: m.preview_page,
  redeem: m.redeem_page,
  profile: m.profile_page,
  subscription: m.subscription_page,
  newPrice: m.new_price_page,
  subscriptionCard: m.card_page,
  subscriptionPayment: m.payment_page,
  users: m.users_page,
  password: m.password_page,
  security: m.security_page,
  subscribe: m.wizard_page,
  shopCart: m.cart_page,
  shopCheckout: m.checkout_page,
  shopOrder: m.order_page,
  shopOrders: m.orders_page,
  cancelContract: m.cancellation_page,
  withdrawContract: m.withdrawal_page,
  unsubscribe: m.unsubscribe_page,
  moveContact: m.move_contact_page,
  keepContact: m.keep_contact_page,
  notMe: m.not_me_page,
  declaration: m.declaration_page,
  admin: m.admin_page,
  adminPeople: m.people_page,
  adminMovingIn: m.moving_in,
  adminAccounts: m.admin_account_list,
  adminAccount: m.admin_account_view,
  createAdmin: m.create_admin_page,
  couponLookup: m.coupon_lookup_page,
  couponCreation: m.coupon_add_page,
  couponAssociates: m.associates_page,
  adminLibrary: m.library_films,
  adminCategories: m.library_categories,
  adminSeries: m.library_series,
  adminLabels: m.library_labels,
  adminFilm: m.library_film,
  adminOrders: m.desk_orders,
  adminOrder: m.order_page,
  adminProducts: m.desk_products,
  adminDeclarations: m.desk_declarations,
  adminMails: m.mail_queue,
  adminBroadcasts: m.broadcasts,
  adminMailSamples: m.mail_samples,
  adminWatchedFilms: m.watched_films,
  adminWatchedFilm: m.watched_films,
  adminSearchedWords: m.searched_words,
  adminMoney: m.money,
  adminMoneyChanges: m.money_changes,
  adminCohorts: m.cohorts,
  adminForecast: m.forecast,
  adminComingRenewals: m.forecast_rows,
  adminCouponMoney: m.coupon_money,
  adminCouponSales: m.coupon_sales,
  adminInvoices: m.books_all,
  adminOpenPayments: m.open_payments,
  adminTax: m.tax,
  adminSystem: m.system_page,
  adminBackups: m.backups_page,
  adminKeys: m.keys_page,
  adminWebhooks: m.webhooks_page,
  adminAudit: m.audit_log,
  adminNotices: m.notices_page,
  adminService: m.service_desk,
  adminPrices: m.prices_page,
  adminLook: m.look_page,
  adminWords: m.words_page,
  adminWordsOfPage: m.words_page,
  adminSetUp: m.set_up_page,
  adminPriceMoves: m.price_moves,
  adminPriceMove: m.price_move,
}
