import { type DeskPageName, deskHref, deskPages } from '#contract/desk/desk-pages.ts'
import { findPage } from '#contract/match-path.ts'
import { m } from '#messages/generated/messages.js'

type DeskPage = {
  readonly page: DeskPageName
  readonly text: () => string
  readonly lead: () => string
  /** Pages that open from this one, such as one of its rows. */
  readonly below?: readonly DeskPageName[]
}

/** The screens of the admin (product.md section 2) by what they are about. */
export const deskSections: readonly { readonly text: () => string; readonly pages: readonly DeskPage[] }[] = [
  { text: m.desk_first, pages: [{ page: 'admin', text: m.today, lead: m.today_lead }] },
  {
    text: m.desk_library,
    pages: [
      { page: 'adminLibrary', text: m.library_films, lead: m.library_films_lead, below: ['adminFilm'] },
      { page: 'adminCategories', text: m.library_categories, lead: m.library_categories_lead },
      { page: 'adminSeries', text: m.library_series, lead: m.library_series_lead },
      { page: 'adminLabels', text: m.library_labels, lead: m.library_labels_lead },
      {
        page: 'adminWatchedFilms',
        text: m.watched_films,
        lead: m.watched_films_lead,
        below: ['adminWatchedFilm'],
      },
      { page: 'adminSearchedWords', text: m.searched_words, lead: m.searched_words_lead },
    ],
  },
  {
    text: m.desk_people,
    pages: [
      { page: 'adminPeople', text: m.people_page, lead: m.people_lead },
      { page: 'adminMovingIn', text: m.moving_in, lead: m.moving_in_lead },
      {
        page: 'adminAccounts',
        text: m.admin_accounts,
        lead: m.admin_accounts_lead,
        below: ['adminAccount'],
      },
      { page: 'adminDeclarations', text: m.desk_declarations, lead: m.desk_declarations_lead },
    ],
  },
  {
    text: m.desk_given_away,
    pages: [
      { page: 'couponLookup', text: m.admin_coupons, lead: m.admin_coupons_lead },
      { page: 'couponCreation', text: m.admin_coupon_add, lead: m.admin_coupon_add_lead },
      { page: 'couponAssociates', text: m.admin_associates, lead: m.admin_associates_lead },
    ],
  },
  {
    text: m.desk_shop,
    pages: [
      { page: 'adminOrders', text: m.desk_orders, lead: m.desk_orders_lead, below: ['adminOrder'] },
      { page: 'adminProducts', text: m.desk_products, lead: m.desk_products_lead },
    ],
  },
  {
    text: m.desk_money,
    pages: [
      { page: 'adminMoney', text: m.money, lead: m.money_lead, below: ['adminMoneyChanges'] },
      { page: 'adminCohorts', text: m.cohorts, lead: m.cohorts_lead },
      {
        page: 'adminForecast',
        text: m.forecast,
        lead: m.forecast_lead,
        below: ['adminComingRenewals'],
      },
      {
        page: 'adminCouponMoney',
        text: m.coupon_money,
        lead: m.coupon_money_lead,
        below: ['adminCouponSales'],
      },
      { page: 'adminInvoices', text: m.books_all, lead: m.books_lead },
      { page: 'adminOpenPayments', text: m.open_payments, lead: m.open_payments_lead },
      { page: 'adminTax', text: m.tax, lead: m.tax_lead },
    ],
  },
  {
    text: m.desk_messages,
    pages: [
      { page: 'adminMails', text: m.admin_mails, lead: m.admin_mails_lead },
      { page: 'adminBroadcasts', text: m.broadcasts, lead: m.broadcasts_lead },
      { page: 'adminMailSamples', text: m.mail_samples, lead: m.mail_samples_lead },
    ],
  },
  {
    text: m.desk_site,
    pages: [
      { page: 'adminSetUp', text: m.set_up_page, lead: m.set_up_lead },
      { page: 'adminWords', text: m.words_page, lead: m.words_lead, below: ['adminWordsOfPage'] },
      { page: 'adminLook', text: m.look_page, lead: m.look_lead },
      { page: 'adminPrices', text: m.prices_page, lead: m.prices_lead },
      {
        page: 'adminPriceMoves',
        text: m.price_moves,
        lead: m.price_moves_lead,
        below: ['adminPriceMove'],
      },
    ],
  },
  {
    text: m.desk_system,
    pages: [
      { page: 'adminSystem', text: m.system_page, lead: m.system_lead },
      { page: 'adminBackups', text: m.backups_page, lead: m.backups_lead },
      { page: 'adminKeys', text: m.keys_page, lead: m.keys_lead },
      { page: 'adminWebhooks', text: m.webhooks_page, lead: m.webhooks_lead },
      { page: 'adminNotices', text: m.notices_page, lead: m.notices_lead },
      { page: 'adminService', text: m.service_desk, lead: m.service_lead },
      { page: 'adminAudit', text: m.audit_log, lead: m.audit_lead },
    ],
  },
]

/** How the entry of a page is marked at an address: `page` on the page itself, `true` on one below it. */
export function markAt(pathname: string, { page, below = [] }: DeskPage): 'page' | 'true' | undefined {
  const name = findPage(pathname, deskPages)?.name
  if (name === page) return 'page'
  return name !== undefined && below.includes(name) ? 'true' : undefined
}

/** Pages of the desk whose name or description has these words. */
export function pagesFor(words: string): readonly { text: string; detail: string; to: string }[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return deskSections.flatMap(({ text: section, pages }) =>
    pages.flatMap(({ page, text, lead }) => {
      const said = `${section()} ${text()} ${lead()}`.toLowerCase()
      return wanted.every((word) => said.includes(word))
        ? [{ text: text(), detail: section(), to: deskHref(page) }]
        : []
    }),
  )
}
