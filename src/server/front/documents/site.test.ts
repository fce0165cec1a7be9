import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readServiceState } from '#server/platform/site/service-mode.ts'
import { confirmedIn, registrationOf, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({
  settings: { RATE_LIMITS: '1000', SELLER_PHONE: '+49 30 123', SELLER_VAT_ID: 'DE123456789' },
})

const switchTo = (serviceMode: string) => site.client().call(calls.demoServiceMode, { body: { serviceMode } })

describe('the public settings', () => {
  test('are these and no others', async () => {
    const { body } = await site.client().call(calls.config)
    expect(body).toEqual({
      productName: 'Lectern',
      navigation: [],
      footer: [],
      social: [],
      facts: [],
      serviceMode: 'open',
      allFree: false,
      shop: false,
      series: false,
      vat: { percent: 19, mode: 'simple' },
      pricing: {
        plan: 'plan-2',
        plans: [expect.objectContaining({ id: 'plan-1' }), expect.objectContaining({ id: 'plan-2' })],
        firstCents: 1190,
      },
      paymentProviders: ['sandbox'],
      comments: { provider: 'none' },
      githubLogin: false,
      trialDays: 14,
      sellerZone: 'Europe/Berlin',
      seller: {
        name: 'Robin Sample',
        address: 'Sample Street 1\n10115 Berlin\nGermany',
        email: 'lectern@localhost',
        phone: '+49 30 123',
        vatId: 'DE123456789',
      },
      demo: true,
    })
  })

  test('hold no secret of the operator', async () => {
    const { text } = await site.client().call(calls.config)
    for (const secret of [site.services.config.appSecret, site.services.config.dataDir])
      expect(text).not.toContain(secret)
  })
})

describe('a service that is closing', () => {
  test('announces it to everyone, and accepts neither trials nor coupons', async () => {
    await switchTo('sunset')
    const browser = site.client()
    expect((await browser.call(calls.config)).body.serviceMode).toBe('sunset')
    await confirmedIn(site, browser, 'late@example.org')
    await signIn(browser, 'late@example.org')
    expect((await browser.call(calls.userSession)).body).toMatchObject({ subscription: null })
    const withCoupon = registrationOf('later@example.org', { couponCode: 'WELCOME-2026' })
    expect((await site.client().call(calls.register, { body: withCoupon })).problem?.errors).toEqual({
      couponCode: 'The coupon code you entered is invalid',
    })
    await switchTo('open')
  })

  test('denies a later trial only to users who had one', async () => {
    const noted = () => allRows(site.db, 'trial_use')
    const before = await noted()
    await switchTo('sunset')
    await confirmedIn(site, site.client(), 'patient@example.org')
    expect(await noted()).toEqual(before)
    await switchTo('open')
  })

  test('makes everything free once it is closed and the last subscription has ended, and that stays', async () => {
    const browser = site.client()
    await confirmedIn(site, browser, 'last@example.org')
    await signIn(browser, 'last@example.org')
    await switchTo('closed')
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'closed', freedBySunset: false })
    site.clock.advanceBusiness({ days: 14, hours: 12 })
    expect(await readServiceState(site.services)).toMatchObject({ freedBySunset: false })
    site.clock.advanceBusiness({ hours: 1 })
    expect(await readServiceState(site.services)).toMatchObject({ freedBySunset: true })
    expect((await site.client().call(calls.config)).body.allFree).toBe(true)
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'cancelled' },
      mayWatch: true,
    })

    await runUpkeep(site.services)
    const until = new Date(site.clock.now().getTime() + 86_400_000)
    const { accountId } = await personAt(site.db, 'last@example.org')
    await changeSubscription(site.db, accountId, { status: 'prepaid', until })
    expect(await readServiceState(site.services)).toMatchObject({ freedBySunset: true })
  })

  test('that opens again sells again', async () => {
    await switchTo('open')
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'open', freedBySunset: false })
    await switchTo('closed')
    expect(await readServiceState(site.services)).toMatchObject({ freedBySunset: false })
    await switchTo('open')
  })
})
