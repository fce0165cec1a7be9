import { pathOf } from './call.ts'

/** Every page of the site (product.md section 2). The server renders the public text of `document` pages. */
export const pages = {
  landing: { path: '/', document: true },
  content: { path: '/content', document: true },
  category: { path: '/content/category/*', document: true },
  video: { path: '/content/video/:id', document: true },
  series: { path: '/content/series/:urlKey', document: true },
  preview: { path: '/preview/:key', document: false },
  pricing: { path: '/pricing', document: true },
  faq: { path: '/faq', document: true },
  imprint: { path: '/imprint', document: true },
  termsAndConditions: { path: '/terms-and-conditions', document: true },
  privacyPolicy: { path: '/privacy-policy', document: true },
  about: { path: '/about', document: true },
  licences: { path: '/licences', document: false },
  login: { path: '/login', document: false },
  register: { path: '/register', document: false },
  confirmContact: { path: '/confirm-contact', document: false },
  moveContact: { path: '/move-contact', document: false },
  keepContact: { path: '/keep-contact', document: false },
  confirmContactSuccess: { path: '/confirm-contact/success', document: false },
  confirmContactFailure: { path: '/confirm-contact/failure', document: false },
  confirmContactError: { path: '/confirm-contact/error', document: false },
  requestReset: { path: '/reset-password/start', document: false },
  resetPassword: { path: '/account/reset-password/new-password', document: false },
  createPassword: { path: '/user/create-password/new-password', document: false },
  temporaryPassword: { path: '/user/change-password', document: false },
  codeHostRegistration: { path: '/register/code-host', document: false },
  join: { path: '/join/:code', document: false },
  redeem: { path: '/redeem/:code', document: false },
  profile: { path: '/account/profile', document: false },
  subscription: { path: '/account/subscription', document: false },
  subscriptionCard: { path: '/subscription/card', document: false },
  subscriptionPayment: { path: '/subscription/payment', document: false },
  users: { path: '/account/users', document: false },
  password: { path: '/account/password', document: false },
  security: { path: '/account/security', document: false },
  subscribe: { path: '/subscription/new/:step', document: false },
  shop: { path: '/shop', document: true },
  shopProduct: { path: '/shop/product/:key', document: true },
  shopCart: { path: '/shop/cart', document: false },
  shopCheckout: { path: '/shop/checkout/:step', document: false },
  shopOrder: { path: '/shop/order/:id', document: false },
  shopOrders: { path: '/shop/orders', document: false },
  cancelContract: { path: '/cancel-contract', document: false },
  withdrawContract: { path: '/withdraw-contract', document: false },
  unsubscribe: { path: '/newsletter/unsubscribe', document: false },
  notMe: { path: '/contract/not-me', document: false },
  declaration: { path: '/account/declaration/:id', document: false },
  admin: { path: '/admin', document: false },
  adminPeople: { path: '/admin/people', document: false },
  adminMovingIn: { path: '/admin/people/import', document: false },
  adminAccounts: { path: '/admin/account/list', document: false },
  adminAccount: { path: '/admin/account/view/:id', document: false },
  createAdmin: { path: '/admin/create', document: false },
  couponLookup: { path: '/admin/coupon/view', document: false },
  couponCreation: { path: '/admin/coupon/add', document: false },
  couponAssociates: { path: '/admin/coupon/associates', document: false },
  adminLibrary: { path: '/admin/library', document: false },
  adminCategories: { path: '/admin/library/categories', document: false },
  adminSeries: { path: '/admin/library/series', document: false },
  adminLabels: { path: '/admin/library/labels', document: false },
  adminFilm: { path: '/admin/library/film/:id', document: false },
  adminOrders: { path: '/admin/order/list', document: false },
  adminOrder: { path: '/admin/order/view/:id', document: false },
  adminProducts: { path: '/admin/product/list', document: false },
  adminDeclarations: { path: '/admin/declaration/list', document: false },
  adminMails: { path: '/admin/mail/list', document: false },
  adminWatchedFilms: { path: '/admin/library/watched', document: false },
  adminWatchedFilm: { path: '/admin/library/watched/:id', document: false },
  adminSearchedWords: { path: '/admin/library/searched', document: false },
  adminMoney: { path: '/admin/money', document: false },
  adminMoneyChanges: { path: '/admin/money/changes', document: false },
  adminInvoices: { path: '/admin/money/invoices', document: false },
  adminTax: { path: '/admin/money/tax', document: false },
  adminAudit: { path: '/admin/system/audit', document: false },
  adminService: { path: '/admin/system/service', document: false },
  demo: { path: '/demo', document: false },
} as const

export type PageName = keyof typeof pages

/** Pages with a card form or a bank's confirmation. Only their CSP admits the payment provider's script. */
export const paymentPages: readonly PageName[] = [
  'subscriptionCard',
  'subscriptionPayment',
  'subscribe',
  'shopCheckout',
  'shopOrder',
]

/** Address of a page: `href('video', {id: 'closures'}, {t: '90'})`. Empty query values are left out. */
export function href(
  page: Exclude<PageName, 'category'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return pathOf(pages[page].path, params) + (search && `?${search}`)
}

/** Address of a category by the url keys from the top down: `/content/category/testing/tdd`. */
export function categoryHref(urlKeys: readonly string[]): string {
  return `/content/category/${urlKeys.map(encodeURIComponent).join('/')}`
}
