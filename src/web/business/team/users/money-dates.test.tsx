import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hourIn, berlinMidnight as midnight, readerZones } from '#support/reader-zones.ts'
import { show } from '#support/screen.tsx'
import { someConfig, someSession } from '#support/some-site.ts'
import { someSubscription } from '#support/some-subscription.ts'
import { openWizard, prepared, someOffers } from '#support/wizard.tsx'
import { statusText } from '#web/books/billing/status-text.ts'
import { useSite } from '#web/platform/site/site.ts'
import { PriceChange } from './price-change.tsx'

const readersZone = process.env.TZ

beforeEach(() => useSite.setState({ config: someConfig }))
afterEach(() => {
  if (readersZone === undefined) delete process.env.TZ
  else process.env.TZ = readersZone
})

describe.each(readerZones)('a reader in %s', (zone) => {
  beforeEach(() => {
    process.env.TZ = zone
    expect(new Date(midnight).getHours()).toBe(hourIn(zone))
  })

  test.each(['trial', 'prepaid', 'pending-expiry', 'active', 'cancelled'] as const)(
    'sees the same day on the page of a subscription that is %s',
    (status) => {
      const subscription = { ...someSubscription, status, until: midnight }
      const { sentence, more } = statusText({ user: someSession.user, subscription }, someConfig)
      expect([sentence, ...more].join(' ')).toContain('7. December, 2026')
    },
  )

  test('and by the dialog of a price change', () => {
    show(
      <PriceChange
        quote={{
          quoteId: 'q',
          paidUsersBefore: 1,
          paidUsersAfter: 2,
          dueNowCents: 1190,
          creditCents: 0,
          nextTotalCents: 2380,
          interval: { value: 1, unit: 'm' },
          nextAt: midnight,
          vat: { basisPoints: 1900, reverseCharge: false },
          expiresAt: midnight,
        }}
        busy={false}
        refusal={undefined}
        onConfirm={vi.fn()}
        onClose={vi.fn()}
      />,
    )
    expect(screen.getByRole('dialog').textContent).toContain('from 7. December, 2026')
  })

  test('and by the last step of the wizard', async () => {
    openWizard('/subscription/new/5?interval=1m', prepared, {
      subscriptionOffers: () => ({ status: 200 as const, body: { ...someOffers, chargedAt: midnight } }),
    })
    expect(
      await screen.findByText(/on 7\. December, 2026, when your free trial ends/, {}, { timeout: 5000 }),
    ).toBeTruthy()
  })
})

test('the days are those of the zone that the seller chose', () => {
  useSite.setState({ config: { ...someConfig, sellerZone: 'America/New_York' } })
  const subscription = { ...someSubscription, status: 'trial' as const, until: midnight }
  const { sentence, more } = statusText({ user: someSession.user, subscription }, someConfig)
  expect([sentence, ...more]).toEqual([
    'Your free trial expires on 6. December, 2026.',
    'It ends at the start of that day, New York time.',
  ])
})
