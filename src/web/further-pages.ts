import type { PageName } from '#contract/pages.ts'
import { type PageModule, withQueries } from './page-module.ts'

/**
 * The code of pages that are rarely the first of a visit, reached by mailed links or bookmarks. Their names and file
 * names are a kilobyte that landing page, library and films do without.
 */
export const furtherPages = {
  imprint: () => import('#web/front/static-pages/imprint-page.tsx'),
  termsAndConditions: () => import('#web/front/static-pages/terms-page.tsx'),
  privacyPolicy: () => import('#web/front/static-pages/privacy-page.tsx'),
  about: () => import('#web/front/static-pages/about-page.tsx'),
  licences: () => import('#web/front/static-pages/licences-page.tsx'),
  confirmContact: () => import('#web/business/registration/confirm-contact-page.tsx'),
  confirmContactSuccess: () => import('#web/business/registration/confirm-contact-success-page.tsx'),
  confirmContactFailure: () => import('#web/business/registration/confirm-contact-failure-page.tsx'),
  confirmContactError: () => import('#web/business/registration/confirm-contact-error-page.tsx'),
  requestReset: () => import('#web/identity/passwords/request-reset-page.tsx'),
  resetPassword: () => import('#web/identity/passwords/reset-password-page.tsx'),
  createPassword: () => import('#web/identity/passwords/create-password-page.tsx'),
  temporaryPassword: () => import('#web/identity/passwords/temporary-password-page.tsx'),
  codeHostRegistration: () => import('#web/identity/code-host/code-host-registration-page.tsx'),
  join: () => import('#web/business/team/join/join-page.tsx'),
  preview: () => withQueries(import('#web/library/video-page/preview-page.tsx')),
  redeem: () => import('#web/business/shop/redeem-page.tsx'),
  profile: () => withQueries(import('#web/business/profile/profile-page.tsx')),
  subscription: () => withQueries(import('#web/books/billing/subscription-page.tsx')),
  subscriptionCard: () => withQueries(import('#web/books/billing/card-page.tsx')),
  subscriptionPayment: () => withQueries(import('#web/books/billing/payment-page.tsx')),
  users: () => withQueries(import('#web/business/team/users/users-page.tsx')),
  password: () => withQueries(import('#web/identity/passwords/password-page.tsx')),
  security: () => withQueries(import('#web/identity/sessions/security-page.tsx')),
  subscribe: () => withQueries(import('#web/books/billing/wizard/wizard-page.tsx')),
  shop: () => withQueries(import('#web/business/shop/shop-page.tsx')),
  shopProduct: () => withQueries(import('#web/business/shop/product-page.tsx')),
  shopCart: () => withQueries(import('#web/business/shop/cart-page.tsx')),
  shopCheckout: () => withQueries(import('#web/business/shop/checkout-page.tsx')),
  shopOrder: () => withQueries(import('#web/business/shop/orders/order-page.tsx')),
  shopOrders: () => withQueries(import('#web/business/shop/orders/orders-page.tsx')),
  cancelContract: () => import('#web/business/declarations/cancel-page.tsx'),
  withdrawContract: () => withQueries(import('#web/business/declarations/withdraw-page.tsx')),
  unsubscribe: () => import('#web/business/newsletter/unsubscribe-page.tsx'),
  moveContact: () => import('#web/business/profile/move-contact-page.tsx'),
  keepContact: () => import('#web/business/profile/keep-contact-page.tsx'),
  notMe: () => import('#web/business/declarations/not-me-page.tsx'),
  declaration: () => withQueries(import('#web/business/declarations/decide-page.tsx')),
  desk: () => import('./desk-routes.tsx'),
  demo: () => withQueries(import('#web/front/demo/demo-page.tsx')),
} satisfies Partial<Record<PageName | 'desk', () => Promise<PageModule>>>
