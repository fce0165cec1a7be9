import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { attemptsOf } from '#support/stored/money.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })

test('another card while the bank still asks: the first attempt is given up at the provider, then the second is paid, all at once', async () => {
  const browser = await accountHolder(site, 'ada@example.org')
  expect((await subscribe(browser, '4000002760003184')).status).toBe(202)
  expect((await subscribe(browser)).status).toBe(200)
  expect((await attemptsOf(site.db)).map(({ state }) => state)).toEqual(['abandoned', 'succeeded'])
  const { body } = await browser.call(calls.userSession)
  expect(body).toMatchObject({ mayWatch: true })
})
