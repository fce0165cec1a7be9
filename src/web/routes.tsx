import { type ComponentType, createElement, Fragment, lazy, type ReactNode, useState } from 'react'
import { type PageName, pages } from '#contract/pages.ts'
import { pageNameAt } from '#web/site/page-name.ts'

type PageModule = {
  readonly Component: ComponentType
  /** Stands around it. */
  readonly Root?: ComponentType<{ children: ReactNode }>
  /** Reads what the page shows first, while its code is on its way to the screen. */
  readonly prepare?: () => Promise<unknown>
}

/** The code of each page of the contract, loaded when it is opened. */
const modules: Record<PageName, () => Promise<PageModule>> = {
  landing: () => import('#web/landing/landing-page.tsx'),
  content: () => libraryPage(import('#web/listing/listing-page.tsx')),
  category: () => libraryPage(import('#web/listing/listing-page.tsx')),
  video: () => libraryPage(import('#web/video-page/video-page.tsx')),
  series: () => libraryPage(import('#web/series/series-page.tsx')),
  pricing: () => import('#web/pricing/pricing-page.tsx'),
  faq: () => import('#web/static-pages/faq-page.tsx'),
  imprint: () => import('#web/static-pages/imprint-page.tsx'),
  termsAndConditions: () => import('#web/static-pages/terms-page.tsx'),
  privacyPolicy: () => import('#web/static-pages/privacy-page.tsx'),
  about: () => import('#web/static-pages/about-page.tsx'),
  login: () => import('#web/sign-in/login-page.tsx'),
  register: () => import('#web/registration/register-page.tsx'),
  confirmContact: () => import('#web/registration/confirm-contact-page.tsx'),
  confirmContactSuccess: () => import('#web/registration/confirm-contact-success-page.tsx'),
  confirmContactFailure: () => import('#web/registration/confirm-contact-failure-page.tsx'),
  confirmContactError: () => import('#web/registration/confirm-contact-error-page.tsx'),
  requestReset: () => import('#web/passwords/request-reset-page.tsx'),
  resetPassword: () => import('#web/passwords/reset-password-page.tsx'),
  createPassword: () => import('#web/passwords/create-password-page.tsx'),
  temporaryPassword: () => import('#web/passwords/temporary-password-page.tsx'),
  codeHostRegistration: () => import('#web/code-host/code-host-registration-page.tsx'),
  join: () => import('#web/team/join/join-page.tsx'),
  profile: () => withQueries(import('#web/profile/profile-page.tsx')),
  subscription: () => withQueries(import('#web/billing/subscription-page.tsx')),
  subscriptionCard: () => withQueries(import('#web/billing/card-page.tsx')),
  subscriptionPayment: () => withQueries(import('#web/billing/payment-page.tsx')),
  users: () => withQueries(import('#web/team/users/users-page.tsx')),
  password: () => withQueries(import('#web/passwords/password-page.tsx')),
  security: () => withQueries(import('#web/sessions/security-page.tsx')),
  subscribe: () => withQueries(import('#web/billing/wizard/wizard-page.tsx')),
  shop: () => withQueries(import('#web/shop/shop-page.tsx')),
  shopProduct: () => withQueries(import('#web/shop/product-page.tsx')),
  shopCart: () => withQueries(import('#web/shop/cart-page.tsx')),
  shopCheckout: () => withQueries(import('#web/shop/checkout-page.tsx')),
  shopOrder: () => withQueries(import('#web/shop/orders/order-page.tsx')),
  shopOrders: () => withQueries(import('#web/shop/orders/orders-page.tsx')),
  cancelContract: () => import('#web/declarations/cancel-page.tsx'),
  withdrawContract: () => import('#web/declarations/withdraw-page.tsx'),
  unsubscribe: () => import('#web/newsletter/unsubscribe-page.tsx'),
  notMe: () => import('#web/declarations/not-me-page.tsx'),
  declaration: () => withQueries(import('#web/declarations/decide-page.tsx')),
  admin: () => import('#web/admin/admin-index-page.tsx'),
  adminAccounts: () => withQueries(import('#web/admin/accounts/account-list-page.tsx')),
  adminAccount: () => withQueries(import('#web/admin/accounts/account-view-page.tsx')),
  createAdmin: () => import('#web/admin-link/create-admin-page.tsx'),
  couponLookup: () => withQueries(import('#web/admin/coupons/coupon-lookup-page.tsx')),
  couponCreation: () => import('#web/admin/coupons/coupon-creation-page.tsx'),
  adminOrders: () => withQueries(import('#web/admin/shop/order-list-page.tsx')),
  adminOrder: () => withQueries(import('#web/admin/shop/order-view-page.tsx')),
  adminProducts: () => withQueries(import('#web/admin/shop/product-list-page.tsx')),
  couponAssociates: () => withQueries(import('#web/admin/coupons/coupon-associates-page.tsx')),
  demo: () => withQueries(import('#web/demo/demo-page.tsx')),
}

async function libraryPage(pending: Promise<PageModule>): Promise<PageModule> {
  const { prefetchLibrary } = await import('#web/site/query-root.tsx')
  prefetchLibrary()
  return withQueries(pending)
}

/** A page that reads by queries. */
async function withQueries(pending: Promise<PageModule>): Promise<PageModule> {
  const [{ QueryRoot }, page] = await Promise.all([import('#web/site/query-root.tsx'), pending])
  return { ...page, Root: QueryRoot }
}

/** The code of one page, and whether it is already there. */
type LoadablePage = {
  /** Pages with the same key are one component, which stays mounted when one moves between their addresses. */
  readonly key: PageName
  /** Loads the code ahead of time. */
  readonly preload: () => Promise<unknown>
  readonly Lazy: ComponentType
  readonly loaded: () => ComponentType | undefined
}

type PageRoute = { readonly name: PageName; readonly path: string; readonly page: LoadablePage }

const listing = loadable('content')

export const routes: readonly PageRoute[] = (Object.keys(pages) as PageName[]).map((name) => ({
  name,
  path: pages[name].path,
  page: name === 'content' || name === 'category' ? listing : loadable(name),
}))

/** The route that an address belongs to; undefined for an unknown one. */
export function routeAt(pathname: string): PageRoute | undefined {
  const name = pageNameAt(pathname)
  return routes.find((route) => route.name === name)
}

/**
 * Shows a page; at once when its code is already there, so that the text which the server sent stays on screen until the
 * page replaces it, with no empty moment between.
 */
export function LoadedPage({ page }: { page: LoadablePage }) {
  const [Shown] = useState(() => page.loaded() ?? page.Lazy)
  return <Shown />
}

function loadable(key: PageName): LoadablePage {
  let loaded: ComponentType | undefined
  const preload = async () => {
    const { Component, Root = Fragment, prepare } = await modules[key]()
    await prepare?.()
    loaded = () => createElement(Root, null, createElement(Component))
    return { default: loaded }
  }
  return { key, preload, Lazy: lazy(preload), loaded: () => loaded }
}
