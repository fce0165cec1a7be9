import { describe, expect, test } from 'vitest'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { type BillingMailFacts, billingMail } from './billing.ts'

const sender = { productName: 'Films', baseUrl: new URL('https://films.example.org') }
const until = new Date('2026-12-31T23:00:00Z')

/** Every stage that the domain can name: a new one without sentences is a fault of types here, and of the test. */
const kinds = Object.keys({
  'trial-started': 1,
  'coupon-redeemed': 1,
  'prepaid-assigned': 1,
  'days-given': 1,
  'grant-changed': 1,
  'grant-taken-back': 1,
  'included-ended': 1,
  'subscription-planned': 1,
  'subscription-started': 1,
  'interval-changed': 1,
  'users-changed': 1,
  'payment-received': 1,
  'payment-failed': 1,
  'payment-refused': 1,
  'payment-action-needed': 1,
  'payment-returned': 1,
  'card-changed': 1,
  'subscription-paused': 1,
  'pause-ended': 1,
  'subscription-cancelled': 1,
  'cancelled-for-you': 1,
  'ended-for-you': 1,
  'subscription-resumed': 1,
  'subscription-ended': 1,
  'trial-ended': 1,
  'subscription-refunded': 1,
  'charge-refunded': 1,
  'withdrawal-confirmed': 1,
  'service-closed': 1,
  'trial-ends': 1,
  'subscription-begins': 1,
  'prepaid-ends': 1,
  'included-ends': 1,
  'renewal-comes': 1,
  'grace-ends': 1,
  'card-expires': 1,
  'new-price': 1,
  'new-price-or-end': 1,
  'new-price-agreed': 1,
  'price-stays': 1,
  'new-price-waits': 1,
  'new-price-or-end-waits': 1,
} satisfies Record<BillingMailFacts['kind'], 1>) as BillingMailFacts['kind'][]

const contentOf = (kind: BillingMailFacts['kind'], locale: 'en' | 'de', licenseCount = 12) =>
  billingMail(
    {
      kind,
      name: 'Ada',
      until,
      accessUntil: until,
      licenseCount,
      contractNumber: '0412345678901',
      zone: 'Europe/Berlin',
    },
    sender,
    locale,
  )

describe.each(['en', 'de'] as const)('in %s', (locale) => {
  test.each(kinds)('a mail about %s is complete', (kind) => {
    const { subject, text } = renderMail(contentOf(kind, locale), sender)
    expect(subject.length).toBeGreaterThan(10)
    expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|mail_/)
  })
})

test('says the day as the seller counts days, and how many users', () => {
  expect(contentOf('payment-received', 'en').text).toContain('12 users now runs until 1. January, 2027')
  expect(contentOf('payment-received', 'de', 1).text).toContain(
    'für 1 Benutzer läuft jetzt bis zum 1. Januar 2027',
  )
})
