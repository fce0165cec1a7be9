import { addressOf, type PageName, pages } from '#contract/pages.ts'

/** Every page of the desk (product.md section 2). Their paths are apart from the others', so that visitors do without. */
export const deskPages = {
  admin: { path: '/admin' },
  adminPeople: { path: '/admin/people' },
  adminMovingIn: { path: '/admin/people/import' },
  adminAccounts: { path: '/admin/account/list' },
  adminAccount: { path: '/admin/account/view/:id' },
  createAdmin: { path: '/admin/create' },
  couponLookup: { path: '/admin/coupon/view' },
  couponCreation: { path: '/admin/coupon/add' },
  couponAssociates: { path: '/admin/coupon/associates' },
  adminLibrary: { path: '/admin/library' },
  adminCategories: { path: '/admin/library/categories' },
  adminSeries: { path: '/admin/library/series' },
  adminLabels: { path: '/admin/library/labels' },
  adminFilm: { path: '/admin/library/film/:id' },
  adminOrders: { path: '/admin/order/list' },
  adminOrder: { path: '/admin/order/view/:id' },
  adminProducts: { path: '/admin/product/list' },
  adminDeclarations: { path: '/admin/declaration/list' },
  adminMails: { path: '/admin/messages' },
  adminBroadcasts: { path: '/admin/messages/broadcasts' },
  adminMailSamples: { path: '/admin/messages/templates' },
  adminWatchedFilms: { path: '/admin/library/watched' },
  adminWatchedFilm: { path: '/admin/library/watched/:id' },
  adminSearchedWords: { path: '/admin/library/searched' },
  adminMoney: { path: '/admin/money' },
  adminMoneyChanges: { path: '/admin/money/changes' },
  adminCohorts: { path: '/admin/money/cohorts' },
  adminForecast: { path: '/admin/money/forecast' },
  adminComingRenewals: { path: '/admin/money/renewals' },
  adminCouponMoney: { path: '/admin/money/coupons' },
  adminCouponSales: { path: '/admin/money/coupon-sales' },
  adminInvoices: { path: '/admin/money/invoices' },
  adminOpenPayments: { path: '/admin/money/open' },
  adminTax: { path: '/admin/money/tax' },
  adminSystem: { path: '/admin/system' },
  adminBackups: { path: '/admin/system/backups' },
  adminKeys: { path: '/admin/system/keys' },
  adminWebhooks: { path: '/admin/system/webhooks' },
  adminAudit: { path: '/admin/system/audit' },
  adminNotices: { path: '/admin/system/notices' },
  adminService: { path: '/admin/system/service' },
  adminWords: { path: '/admin/site/words' },
  adminWordsOfPage: { path: '/admin/site/words/:page' },
  adminLook: { path: '/admin/site/look' },
  adminPrices: { path: '/admin/site/prices' },
  adminSetUp: { path: '/admin/setup' },
  adminPriceMoves: { path: '/admin/site/prices/customers' },
  adminPriceMove: { path: '/admin/site/prices/customers/:id' },
} as const

export type DeskPageName = keyof typeof deskPages

/** Every page of the site and of the desk. */
export const allPages = { ...pages, ...deskPages } as const

export type AnyPageName = PageName | DeskPageName

/** Address of a page of the desk: `deskHref('adminFilm', {id: 'closures'})`. Empty query values are left out. */
export function deskHref(
  page: DeskPageName,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  return addressOf(deskPages[page].path, params, query)
}
