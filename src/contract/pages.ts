import { pathOf } from './call.ts'

/**
 * Every page of the site but the desk's (product.md section 2). The server renders the public text of `document` pages.
 */
export const pages = {
  landing: { path: '/', document: true },
  content: { path: '/content', document: true },
  category: { path: '/content/category/*', document: true },
  video: { path: '/content/video/:id', document: true },
  series: { path: '/content/series/:urlKey', document: true },
  preview: { path: '/preview/:key' },
  pricing: { path: '/pricing', document: true },
  faq: { path: '/faq', document: true },
  imprint: { path: '/imprint', document: true },
  termsAndConditions: { path: '/terms-and-conditions', document: true },
  privacyPolicy: { path: '/privacy-policy', document: true },
  about: { path: '/about', document: true },
  licences: { path: '/licences' },
  login: { path: '/login' },
  register: { path: '/register' },
  confirmContact: { path: '/confirm-contact' },
  moveContact: { path: '/move-contact' },
  keepContact: { path: '/keep-contact' },
  confirmContactSuccess: { path: '/confirm-contact/success' },
  confirmContactFailure: { path: '/confirm-contact/failure' },
  confirmContactError: { path: '/confirm-contact/error' },
  requestReset: { path: '/reset-password/start' },
  resetPassword: { path: '/account/reset-password/new-password' },
  createPassword: { path: '/user/create-password/new-password' },
  temporaryPassword: { path: '/user/change-password' },
  companyLogin: { path: '/login/company' },
  codeHostRegistration: { path: '/register/code-host' },
  join: { path: '/join/:code' },
  redeem: { path: '/redeem/:code' },
  profile: { path: '/account/profile' },
  subscription: { path: '/account/subscription' },
  newPrice: { path: '/account/new-price' },
  subscriptionCard: { path: '/subscription/card' },
  subscriptionPayment: { path: '/subscription/payment' },
  users: { path: '/account/users' },
  password: { path: '/account/password' },
  security: { path: '/account/security' },
  companySignIn: { path: '/account/company-sign-in' },
  subscribe: { path: '/subscription/new/:step' },
  shop: { path: '/shop', document: true },
  shopProduct: { path: '/shop/product/:key', document: true },
  shopCart: { path: '/shop/cart' },
  shopCheckout: { path: '/shop/checkout/:step' },
  shopOrder: { path: '/shop/order/:id' },
  shopOrders: { path: '/shop/orders' },
  cancelContract: { path: '/cancel-contract' },
  withdrawContract: { path: '/withdraw-contract' },
  unsubscribe: { path: '/newsletter/unsubscribe' },
  notMe: { path: '/contract/not-me' },
  declaration: { path: '/account/declaration/:id' },
  demo: { path: '/demo' },
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
  return addressOf(pages[page].path, params, query)
}

/** Returns an address with the parameters of its path filled in. Empty query values are left out. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return pathOf(path, params) + (search && `?${search}`)
}

/** Address of a category by the url keys from the top down: `/content/category/testing/tdd`. */
export function categoryHref(urlKeys: readonly string[]): string {
  return `/content/category/${urlKeys.map(encodeURIComponent).join('/')}`
}
