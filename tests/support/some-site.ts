import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { plans } from '#domain/pricing.ts'

/** The public settings of a site that sells, for tests to vary. */
export const someConfig: SiteConfig = {
  productName: 'Lectern',
  navigation: [],
  footer: [],
  social: [],
  facts: [],
  serviceMode: 'open',
  allFree: false,
  vat: { percent: 19, mode: 'simple' },
  pricing: { plan: 'plan-2', plans, firstCents: 1190 },
  shop: false,
  series: false,
  paymentProviders: [],
  comments: { provider: 'none' },
  githubLogin: false,
  trialDays: 14,
  sellerZone: 'Europe/Berlin',
  seller: { name: 'Robin Sample', address: 'Sample Street 1\n10115 Berlin', email: 'robin@example.org' },
  demo: false,
}

/** A viewer with a running trial. */
export const someSession: SignedInSession = {
  authenticated: true,
  user: { id: 'u1', name: 'Ada King Lovelace', email: 'ada@example.org', confirmed: true },
  account: {
    id: 'a1',
    name: 'Ada King Lovelace',
    newsletter: false,
    language: 'en',
    version: 1,
    contacts: [],
  },
  permissions: [],
  admin: false,
  subscription: null,
  mayWatch: true,
  favourites: [],
}

/** The same of the admin. */
export const adminSession: SignedInSession = { ...someSession, admin: true }
