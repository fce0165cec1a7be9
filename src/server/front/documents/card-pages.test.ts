import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
}
const cardPages = [
  pages.subscriptionCard.path,
  pages.subscriptionPayment.path,
  '/subscription/new/payment',
  '/shop/checkout/payment',
  '/shop/order/0e000000-0000-4000-8000-000000000000',
]
const otherPages = [
  '/',
  '/content',
  '/pricing',
  '/login',
  '/account/subscription',
  '/nope',
  '/subscription/x',
]

describe.each([
  ['with Stripe', keys],
  ['without Stripe', {}],
])('a site %s', (name, settings) => {
  let site: TestApp
  beforeAll(async () => {
    site = await createTestApp({ settings })
  })
  afterAll(() => site.close())

  const policyOf = async (path: string) => {
    const { headers } = await site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
    const directives = String(headers['content-security-policy']).split('; ')
    return new Map(directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))
  }

  test.each(otherPages)('admits no other site on %s', async (path) => {
    const policy = await policyOf(path)
    expect([...policy.values()].flat().join(' ')).not.toMatch(/https?:|\*/)
    expect(policy.has('frame-src')).toBe(false)
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
  })

  test.each(cardPages)('admits Stripe on %s, if configured, and no other site', async (path) => {
    const policy = await policyOf(path)
    const usual = await policyOf('/')
    if (name === 'without Stripe') {
      expect(policy).toEqual(usual)
      return
    }
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
    const expected = new Map(usual)
    expected.set('script-src', [...(usual.get('script-src') ?? []), ...scripts])
    expected.set('connect-src', ["'self'", 'https://api.stripe.com'])
    expected.set('frame-src', [...scripts, 'https://hooks.stripe.com'])
    // its script writes arbitrary markup into the page
    expected.delete('require-trusted-types-for')
    expect(policy).toEqual(expected)
  })

  test('keeps the windows of its script apart from all other pages', async () => {
    const openerPolicyOf = async (path: string) => {
      const { headers } = await site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
      return headers['cross-origin-opener-policy']
    }
    expect(await openerPolicyOf(pages.subscriptionCard.path)).toBe(
      name === 'with Stripe' ? 'noopener-allow-popups' : 'same-origin',
    )
    expect(await openerPolicyOf('/login')).toBe('same-origin')
  })

  test('sends its publishable key to browsers, and its secrets to no one', async () => {
    const { text } = await site.client().fetch('GET', '/api/config')
    expect(text.includes(keys.STRIPE_PUBLISHABLE_KEY)).toBe(name === 'with Stripe')
    expect(JSON.parse(text).paymentProviders).toEqual(
      name === 'with Stripe' ? ['stripe', 'sandbox'] : ['sandbox'],
    )
    expect(text).not.toContain('sk_test')
  })
})
