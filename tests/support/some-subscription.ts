import type { Subscription } from '#contract/accounts/accounts.ts'

/** A paid subscription for three users, for tests to vary. */
export const someSubscription: Subscription = {
  status: 'active',
  health: 'ok',
  until: '2026-12-20T23:00:00.000Z',
  pricingId: 'plan-2',
  priceCents: 3000,
  creditCents: 0,
  licenseCount: 3,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: { value: 1, unit: 'm' },
  version: 1,
  prepaid: false,
  pendingExpiry: false,
}

export const card = { brand: 'visa', last4: '4242', expires: '2031-09' }
