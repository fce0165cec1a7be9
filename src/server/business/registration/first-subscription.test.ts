import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startOfDayAfter } from '#domain/billing/billing-period.ts'
import { deleteUnconfirmedAccounts } from '#server/identity/accounts/registration.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { writeDeskSettings } from '#server/platform/site/desk-setting.store.ts'
import {
  type DeskSettings,
  deskSettingsSaved,
  followDeskSettings,
} from '#server/platform/site/desk-settings.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, freshEmail, registerIn, registrationOf, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { couponWithUse, storeCoupon as storeCouponRow } from '#support/stored/coupons.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const confirm = (browser: TestClient, body: Record<string, unknown>) =>
  browser.call(calls.confirmContact, { body })

async function sessionOf(browser: TestClient, email: string, password?: string) {
  expect((await signIn(browser, email, password)).status).toBe(200)
  return (await browser.call(calls.userSession)).body
}

describe('a trial', () => {
  let followed: DeskSettings
  beforeAll(async () => {
    followed = await followDeskSettings(site.services.config, site.services)
  })
  afterAll(() => followed.close())

  test.each([
    ['a label', 'farmer@example.com', 'farmer+2@example.com'],
    ['dots at Gmail', 'farmer.joe@gmail.com', 'f.armerjoe+x@googlemail.com'],
  ])('is given once a person: %s makes no second one', async (_, first, second) => {
    await confirmedIn(site, site.client(), first)
    const browser = site.client()
    const body = await registerIn(site, browser, second)
    expect((await confirm(browser, body)).body).toEqual({ contact: second, trialStarted: false })
    expect(await sessionOf(browser, second)).toMatchObject({
      user: { confirmed: true },
      subscription: null,
      mayWatch: false,
    })
  })

  test.each([
    ['shorter', '7', 14],
    ['longer', '21', 21],
    ['none', '0', 14],
  ])(
    'has the days that the mail has promised, though new ones are %s since, or more',
    async (_, now, days) => {
      const { services, clock } = site
      const choose = async (TRIAL_DAYS: string | null) => {
        await inTransaction(services.database.db, (trx) =>
          writeDeskSettings(trx, services.config, { TRIAL_DAYS }),
        )
        await deskSettingsSaved(services)
      }
      const [browser, email] = [site.client(), freshEmail()]
      const body = await registerIn(site, browser, email)
      await choose(now)
      onTestFinished(() => choose(null))
      expect((await confirm(browser, body)).body).toMatchObject({ trialStarted: true })
      const until = startOfDayAfter(
        clock.now(),
        { value: days + 1, unit: 'd' },
        'Europe/Berlin',
      ).toISOString()
      expect(await sessionOf(browser, email)).toMatchObject({ subscription: { status: 'trial', until } })
    },
  )
})

describe('the mail about the subscription that has begun', () => {
  const subjectsTo = async (email: string) => (await mailsTo(site, email)).map(({ subject }) => subject)

  test('is sent once when a trial begins, and when a coupon is redeemed', async () => {
    await storeCouponRow(site.db, { code: 'MAILED', maxUses: 1, createdAt: site.clock.now() })
    const [trying, given, again] = [freshEmail(), freshEmail(), 'farmer+again@example.com']
    const browser = site.client()
    const body = await registerIn(site, browser, trying)
    expect(await subjectsTo(trying)).not.toContain('Your free trial has started')
    await confirm(browser, body)
    await confirm(browser, body)
    expect(
      (await subjectsTo(trying)).filter((subject) => subject === 'Your free trial has started'),
    ).toHaveLength(1)
    await confirmedIn(site, site.client(), given, { couponCode: 'MAILED' })
    expect(await subjectsTo(given)).toContain('Your coupon was redeemed')
    // who had a trial begins none, and reads of none
    await confirmedIn(site, site.client(), again)
    expect(await subjectsTo(again)).toEqual(['Please confirm your email for Lectern'])
  })

  test('is about a subscription with its whole state, which is due when it ends', async () => {
    const email = freshEmail()
    await confirmedIn(site, site.client(), email)
    const stored = await storedSubscription(site.db, (await personAt(site.db, email)).accountId)
    expect(stored).toMatchObject({
      status: 'trial',
      dueAt: stored.until,
      state: { status: 'trial', plan: null },
    })
  })
})

describe('a coupon given at registration', () => {
  const storeCoupon = (code: string) =>
    storeCouponRow(site.db, { code, maxUses: 1, createdAt: site.clock.now() })
  const couponState = (code: string) => couponWithUse(site.db, code)

  test('is redeemed instead of a trial: its licences, prepaid for its interval', async () => {
    await storeCoupon('TEAM-3')
    const browser = site.client()
    const email = freshEmail()
    const body = await registerIn(site, browser, email, { couponCode: 'team-3' })
    expect((await confirm(browser, body)).body).toEqual({ contact: email, trialStarted: false })
    expect(await sessionOf(browser, email)).toMatchObject({
      subscription: {
        status: 'prepaid',
        prepaid: true,
        coupon: 'TEAM-3',
        licenseCount: 3,
        includedLicenses: 3,
        includedLicenseCount: 1,
        interval: { value: 2, unit: 'm' },
      },
      mayWatch: true,
    })
    expect(await couponState('TEAM-3')).toEqual({
      uses: 1,
      redeemed_at: site.clock.now(),
      reserved_until: null,
    })
  })

  test.each([
    ['2026-12-31T22:59:00Z', 202],
    ['2026-12-31T23:00:00Z', 422],
  ])(
    'is good until its last day is over where the seller is: at %s it answers %i',
    async (moment, status) => {
      const code = `LAST-${status}`
      await storeCouponRow(site.db, {
        code,
        maxUses: 1,
        validUntil: '2026-12-31',
        createdAt: site.clock.now(),
      })
      const seconds = (Date.parse(moment) - site.clock.now().getTime()) / 1000
      site.clock.advanceBusiness({ seconds })
      const body = registrationOf(freshEmail(), { couponCode: code })
      expect((await site.client().call(calls.register, { body })).status).toBe(status)
    },
  )

  test('is free for others again after seven days without confirmation', async () => {
    await storeCoupon('HELD')
    await registerIn(site, site.client(), freshEmail(), { couponCode: 'HELD' })
    const tooEarly = await site.client().call(calls.register, {
      body: registrationOf(freshEmail(), { couponCode: 'HELD' }),
    })
    expect(tooEarly.status).toBe(422)
    site.clock.advanceBusiness({ days: 7 })
    await runUpkeep(site.services)
    expect(await couponState('HELD')).toMatchObject({ uses: 0, redeemed_at: null })
    await confirmedIn(site, site.client(), freshEmail(), { couponCode: 'HELD' })
    expect(await couponState('HELD')).toMatchObject({ uses: 1, redeemed_at: site.clock.now() })
  })

  test('is free for others again if its account was deleted before it was returned', async () => {
    await storeCoupon('LATE')
    const email = freshEmail()
    await registerIn(site, site.client(), email, { couponCode: 'LATE' })
    site.clock.advanceBusiness({ days: 31 })
    const { database, clock } = site.services
    await deleteUnconfirmedAccounts(database.db, clock.now())
    expect(await couponState('LATE')).toMatchObject({ uses: 1 })
    await runUpkeep(site.services)
    expect(await couponState('LATE')).toMatchObject({ uses: 0 })
    const contacts = await allRows(database.db, 'contact')
    expect(contacts.filter((contact) => contact.email === email)).toEqual([])
  })

  test('that was redeemed stays so, however many days go by', async () => {
    await storeCoupon('KEPT')
    await confirmedIn(site, site.client(), freshEmail(), { couponCode: 'KEPT' })
    site.clock.advanceBusiness({ days: 60 })
    await runUpkeep(site.services)
    expect(await couponState('KEPT')).toMatchObject({ uses: 1 })
  })
})
