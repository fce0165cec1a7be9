import { afterEach, beforeEach } from 'vitest'
import type { SignedInSession, Subscription, UserSession } from '#contract/accounts/accounts.ts'
import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { forgetDraft } from '#web/books/billing/wizard/draft.ts'
import { Component } from '#web/books/billing/wizard/wizard-page.tsx'
import { useSite } from '#web/platform/site/site.ts'
import { fakeServer } from './fake-server.ts'
import { show } from './screen.tsx'
import { someSession } from './some-site.ts'

/** An account with all requested data stored. */
export const account = { ...someSession.account, country: 'DE', billingAddress: 'Ada\nRing 1\n10115 Berlin' }
const card = { brand: 'visa', last4: '4242', expires: '2039-12' }
/** Runs, and nothing is ordered yet. */
export const trial: Subscription = {
  status: 'trial',
  health: 'ok',
  until: '2026-12-05T10:00:00.000Z',
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 1,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: null,
  version: 1,
  prepaid: false,
  pendingExpiry: false,
}
/** The owner of an account with a trial. */
export const owner: SignedInSession = {
  ...someSession,
  permissions: ['account.manage', 'subscription.manage', 'users.manage'],
  subscription: trial,
}
/** Everything but the interval is known. */
export const prepared: SignedInSession = { ...owner, account, subscription: { ...trial, card } }

/** For three users, by the month or by the year with some credit. */
export const someOffers: SubscriptionOffers = {
  users: 3,
  chargedAt: trial.until,
  vat: { basisPoints: 1900, reverseCharge: false },
  consumer: true,
  offers: [
    {
      interval: { value: 1, unit: 'm' },
      priceCents: 3000,
      creditCents: 0,
      vatCents: 570,
      grossCents: 3570,
      extendedAt: '2027-01-05T10:00:00.000Z',
    },
    {
      interval: { value: 1, unit: 'y' },
      priceCents: 28_800,
      vatCents: 5472,
      creditCents: 952,
      grossCents: 33_320,
      extendedAt: '2027-12-05T10:00:00.000Z',
    },
  ],
}

type Answers = Parameters<typeof fakeServer>[0]

/** Draws the wizard as its owner opens it. */
export function openWizard(
  at: string,
  session: UserSession,
  answers: Answers = {},
  config: { serviceMode?: ServiceMode; paymentProviders?: string[] } = {},
) {
  const server = fakeServer({
    openPayment: () => ({ status: 200, body: { payment: null } }),
    subscriptionOffers: () => ({ status: 200, body: someOffers }),
    userSession: () => ({ status: 200, body: useSite.getState().session ?? { authenticated: false } }),
    ...answers,
  })
  show(<Component />, {
    at,
    path: '/subscription/new/:step',
    session,
    config: { paymentProviders: ['sandbox'], ...config },
  })
  return server
}

beforeEach(() => sessionStorage.clear())
afterEach(forgetDraft)
