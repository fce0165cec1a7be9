import { type DeskPageName, deskPages } from '#contract/desk/desk-pages.ts'
import { findPage } from '#contract/match-path.ts'
import { AdminOnly } from '#web/front/desk/admin-only.tsx'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { Routes } from '#web/platform/site/router.tsx'
import { LoadedPage, loadable } from './loadable-page.tsx'
import { type PageModule, withQueries } from './page-module.ts'

/** The code of the desk's pages. One entry of the site's routes leads to all of them: visitors load none of their names. */
const modules: Record<DeskPageName, () => Promise<PageModule>> = {
  admin: () => withQueries(import('#web/front/admin/today/today-page.tsx')),
  adminPeople: () => withQueries(import('#web/front/admin/people/people-page.tsx')),
  adminMovingIn: () => withQueries(import('#web/front/admin/moving-in/moving-in-page.tsx')),
  adminAccounts: () => withQueries(import('#web/front/admin/accounts/account-list-page.tsx')),
  adminAccount: () => withQueries(import('#web/front/admin/accounts/account-view-page.tsx')),
  createAdmin: () => import('#web/front/admin-link/create-admin-page.tsx'),
  couponLookup: () => withQueries(import('#web/front/admin/coupons/coupon-lookup-page.tsx')),
  couponCreation: () => import('#web/front/admin/coupons/coupon-creation-page.tsx'),
  adminLibrary: () => withQueries(import('#web/front/admin/library/film-list-page.tsx')),
  adminCategories: () => withQueries(import('#web/front/admin/groups/category-list-page.tsx')),
  adminSeries: () => withQueries(import('#web/front/admin/groups/series-list-page.tsx')),
  adminLabels: () => withQueries(import('#web/front/admin/groups/label-list-page.tsx')),
  adminFilm: () => withQueries(import('#web/front/admin/library/film-page.tsx')),
  adminOrders: () => withQueries(import('#web/front/admin/shop/order-list-page.tsx')),
  adminOrder: () => withQueries(import('#web/front/admin/shop/order-view-page.tsx')),
  adminProducts: () => withQueries(import('#web/front/admin/shop/product-list-page.tsx')),
  adminDeclarations: () => withQueries(import('#web/front/admin/declarations-page.tsx')),
  adminMailSamples: () => withQueries(import('#web/front/admin/mails/mail-samples-page.tsx')),
  adminBroadcasts: () => withQueries(import('#web/front/admin/broadcasts/broadcasts-page.tsx')),
  adminMails: () => withQueries(import('#web/front/admin/mails/mail-queue-page.tsx')),
  adminWatchedFilms: () => withQueries(import('#web/front/admin/statistics/watched-list-page.tsx')),
  adminWatchedFilm: () => withQueries(import('#web/front/admin/statistics/watched-film-page.tsx')),
  adminSearchedWords: () => withQueries(import('#web/front/admin/statistics/searched-words-page.tsx')),
  adminMoney: () => withQueries(import('#web/front/admin/money/money-page.tsx')),
  adminMoneyChanges: () => withQueries(import('#web/front/admin/money/changes-page.tsx')),
  adminCohorts: () => withQueries(import('#web/front/admin/money/cohorts-page.tsx')),
  adminForecast: () => withQueries(import('#web/front/admin/money/forecast-page.tsx')),
  adminComingRenewals: () => withQueries(import('#web/front/admin/money/coming-renewals-page.tsx')),
  adminCouponMoney: () => withQueries(import('#web/front/admin/money/coupon-money-page.tsx')),
  adminCouponSales: () => withQueries(import('#web/front/admin/money/coupon-sales-page.tsx')),
  adminInvoices: () => withQueries(import('#web/front/admin/money/invoices-page.tsx')),
  adminOpenPayments: () => withQueries(import('#web/front/admin/money/open-payments-page.tsx')),
  adminTax: () => withQueries(import('#web/front/admin/money/tax-page.tsx')),
  adminSystem: () => withQueries(import('#web/front/admin/system/system-page.tsx')),
  adminAudit: () => withQueries(import('#web/front/admin/system/audit-page.tsx')),
  adminKeys: () => withQueries(import('#web/front/admin/system/keys-page.tsx')),
  adminBackups: () => withQueries(import('#web/front/admin/system/backups-page.tsx')),
  adminWebhooks: () => withQueries(import('#web/front/admin/webhooks/webhooks-page.tsx')),
  adminNotices: () => withQueries(import('#web/front/admin/system/notices-page.tsx')),
  adminPriceMoves: () => withQueries(import('#web/front/admin/site/price-moves-page.tsx')),
  adminPriceMove: () => withQueries(import('#web/front/admin/site/price-move-page.tsx')),
  adminPrices: () => withQueries(import('#web/front/admin/site/prices-page.tsx')),
  adminLook: () => withQueries(import('#web/front/admin/look/look-page.tsx')),
  adminWords: () => withQueries(import('#web/front/admin/site/words-page.tsx')),
  adminWordsOfPage: () => withQueries(import('#web/front/admin/site/page-words-page.tsx')),
  adminSetUp: () => withQueries(import('#web/front/admin/set-up/set-up-page.tsx')),
  adminService: () => withQueries(import('#web/front/admin/system/service-page.tsx')),
  couponAssociates: () => withQueries(import('#web/front/admin/coupons/coupon-associates-page.tsx')),
}

const routes = (Object.keys(modules) as DeskPageName[]).map((name) => ({
  name,
  path: deskPages[name].path,
  page: loadable(name, modules[name]),
}))

const places = [
  ...routes.map(({ name, path, page }) => ({
    path,
    // the admin does not exist yet
    element:
      name === 'createAdmin' ? (
        <LoadedPage key={name} page={page} />
      ) : (
        <AdminOnly key={name}>
          <LoadedPage page={page} />
        </AdminOnly>
      ),
  })),
  { path: '*', element: <NotFound /> },
]

/** Loads the page that the address names. */
export async function prepare(): Promise<void> {
  const name = findPage(location.pathname, deskPages)?.name
  await routes.find((route) => route.name === name)?.page.preload()
}

/** The page of the desk that the address names. */
export function Component() {
  return <Routes places={places} />
}
