import { languages } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { addressIn, type Html, html } from './html.ts'
import type { PageDocument } from './page-document.ts'
import { shareImageSize } from './share-image.ts'
import { dataElement } from './structured-data.ts'

/** Returns the head's metadata about a page: for browsers, search engines and link previews. */
export function headTags(page: PageDocument, origin: string): Html {
  const { title, description, canonicalPath } = page
  return html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}
${canonicalPath === undefined ? html`<meta name="robots" content="noindex">` : foundTags(page, origin, canonicalPath)}`
}

function foundTags(page: PageDocument, origin: string, canonicalPath: string): Html {
  const { language, addressed, feedPath, data } = page
  const path = addressed ? addressIn(language, canonicalPath) : canonicalPath
  return html`<link rel="canonical" href="${origin}${path}">
${languages.map((one) => html`<link rel="alternate" hreflang="${one}" href="${origin}${addressIn(one, canonicalPath)}">`)}
<link rel="alternate" hreflang="x-default" href="${origin}${canonicalPath}">
${feedPath !== undefined && html`<link rel="alternate" type="application/rss+xml" title="${page.heading}" href="${origin}${feedPath}">`}
${openGraph(page, origin + path, origin)}
${data.map(dataElement)}`
}

/** Open Graph (ogp.me), with X's additions. */
function openGraph(page: PageDocument, url: string, origin: string): Html {
  const { heading, siteName, description, language, image, page: found } = page
  const facts = {
    'og:type': found?.video ? 'video.other' : 'website',
    'og:title': heading,
    ...(description !== undefined && { 'og:description': description }),
    'og:url': url,
    'og:site_name': siteName,
    'og:locale': language === 'de' ? 'de_DE' : 'en_US',
    'og:image': origin + image.path,
    ...(image.isDrawn && {
      'og:image:type': 'image/png',
      'og:image:width': shareImageSize.width,
      'og:image:height': shareImageSize.height,
      'og:image:alt': heading,
    }),
  }
  return html`${Object.entries(facts).map(([property, content]) => html`<meta property="${property}" content="${content}">`)}
<meta name="twitter:card" content="${image.isDrawn ? 'summary_large_image' : 'summary'}">`
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
  join: m.join_page,
  preview: m.preview_page,
  redeem: m.redeem_page,
  profile: m.profile_page,
  subscription: m.subscription_page,
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
  adminMails: m.undelivered_mails,
  adminWatchedFilms: m.watched_films,
  adminWatchedFilm: m.watched_films,
  adminSearchedWords: m.searched_words,
  adminMoney: m.money,
  adminMoneyChanges: m.money_changes,
  adminInvoices: m.books_all,
  adminTax: m.tax,
  adminAudit: m.audit_log,
  adminService: m.service_desk,
}
