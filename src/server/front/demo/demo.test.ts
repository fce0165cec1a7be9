import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createMovableClock, type MovableClock } from '#server/platform/runtime/clock.ts'
import { confirmedIn, registerIn, registrationOf, signIn } from '#support/people.ts'
import { inLongForm } from '#support/rounds.ts'
import { startSmtpServer } from '#support/smtp.ts'
import { renameAccount } from '#support/stored/accounts.ts'
import { couponUses } from '#support/stored/coupons.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { openDemoClock } from './demo-clock.ts'
import { demoCoupon } from './demo-logins.ts'
import { seedDemo } from './seed-demo.ts'

let site: TestApp
let clock: MovableClock
beforeAll(async () => {
  clock = createMovableClock(0, () => new Date('2026-11-21T10:00:00Z'))
  site = await createTestApp({ settings: { RATE_LIMITS: '1000' }, services: { clock } })
  await seedDemo(site.services)
})
afterAll(() => site.close())

const advance = (body: { advance: string }) => site.client().call(calls.advanceDemoClock, { body })

describe('the demo', () => {
  test('has a user for every role, with published passwords that work', async () => {
    const { logins } = (await site.client().call(calls.demoLogins)).body
    expect(logins.map(({ role }) => role)).toEqual(['admin', 'owner', 'viewer', 'expired'])
    for (const { email, password } of logins)
      expect((await signIn(site.client(), email, password)).status).toBe(200)
  })

  test('keeps its changes at the second start', async () => {
    const accounts = async () => (await allRows(site.db, 'account')).map(({ id, name }) => ({ id, name }))
    await renameAccount(site.db, 'Brightwater Software', 'Renamed')
    const before = await accounts()
    await seedDemo(site.services)
    expect(await accounts()).toEqual(before)
    expect(before.map(({ name }) => name)).toContain('Renamed')
  })

  test('has a coupon to try registering with', async () => {
    const browser = site.client()
    await confirmedIn(site, browser, 'welcome@example.org', { couponCode: 'welcome-2026' })
    await signIn(browser, 'welcome@example.org')
    const session = (await browser.call(calls.userSession)).body
    expect(session).toMatchObject({
      subscription: { status: 'prepaid', coupon: 'WELCOME-2026', includedLicenses: 2 },
    })
  })

  test('shows the mails sent so far, newest first, at once after what sent them', async () => {
    await advance({ advance: 'P1D' })
    const body = registrationOf('reader@example.org')
    await site.client().call(calls.register, { body })
    await advance({ advance: 'P1D' })
    await site.client().call(calls.register, { body: { ...body, email: 'later@example.org' } })
    const { mails } = (await site.client().call(calls.demoMails)).body
    const readers = mails.map(({ to }) => to).filter((to) => /^(later|reader)@/.test(to))
    expect(readers.slice(0, 2)).toEqual(['later@example.org', 'reader@example.org'])
    expect(mails[0]).toMatchObject({
      sentAt: clock.now().toISOString(),
      html: expect.stringContaining('<!doctype html>'),
    })
  })
})

describe('the clock of the demo', () => {
  test('moves business time, and the trial ends on the way, while the session lives on', async () => {
    const browser = site.client()
    await confirmedIn(site, browser, 'trial@example.org')
    await signIn(browser, 'trial@example.org')
    const session = async () => (await browser.call(calls.userSession)).body
    expect(await session()).toMatchObject({ subscription: { status: 'trial' }, mayWatch: true })
    const before = clock.now()
    const moved = await advance({ advance: 'P30D' })
    expect(new Date(moved.body.now).getTime() - before.getTime()).toBe(30 * 86_400_000)
    expect((await site.client().call(calls.demoClock)).body).toEqual(moved.body)
    expect(await session()).toMatchObject({ subscription: { status: 'cancelled' }, mayWatch: false })
    const written = (await allRows(site.db, 'subscription')).filter(({ status }) => status === 'trial')
    expect(written.filter(({ until }) => until <= clock.now())).toEqual([])
    expect(clock.real()).toEqual(new Date('2026-11-21T10:00:00Z'))
  })

  test('runs on each day the steps due on that day', async () => {
    const browser = site.client()
    await registerIn(site, browser, 'holder@example.org', { couponCode: 'WELCOME-2026' })
    const uses = () => couponUses(site.db, demoCoupon.code)
    const held = await uses()
    await advance({ advance: 'P6D' })
    expect(await uses()).toBe(held)
    await advance({ advance: 'P1W' })
    expect(await uses()).toBe(held - 1)
  })

  if (inLongForm)
    test('mails of three months ago are deleted in the end', async () => {
      await confirmedIn(site, site.client(), 'stays@example.org')
      const confirmations = async () =>
        (await site.client().call(calls.demoMails)).body.mails.filter(
          ({ to, subject }) => to === 'stays@example.org' && subject.includes('confirm'),
        ).length
      await advance({ advance: 'P50D' })
      expect(await confirmations()).toBe(1)
      await advance({ advance: 'P50D' })
      expect(await confirmations()).toBe(0)
    })

  test('moves by the calendar', async () => {
    const before = clock.now()
    const { body } = await advance({ advance: 'P2M' })
    const after = new Date(before)
    after.setUTCMonth(after.getUTCMonth() + 2)
    expect(body.now).toBe(after.toISOString())
  })

  test('has its time again after a restart of the demo', async () => {
    const again = await openDemoClock(site.services.database)
    expect(again.aheadMs).toBe(clock.aheadMs)
    expect(clock.aheadMs).toBeGreaterThan(0)
  })

  test('moved twice at once goes both ways', async () => {
    const before = clock.now()
    await Promise.all([advance({ advance: 'P2D' }), advance({ advance: 'P3D' })])
    expect(clock.now().getTime() - before.getTime()).toBe(5 * 86_400_000)
  })

  test.each(['P4Y', 'P99Y', 'P999M'])('does not go %s at once', async (far) => {
    const before = clock.now()
    const answer = await advance({ advance: far })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual({ advance: 'The clock can be moved three years at once at most.' })
    expect(clock.now()).toEqual(before)
  })

  test.each(['P-1D', '1D', 'PT5M', 'P1DT1H', 'P', ''])('does not understand %j', async (word) => {
    expect((await advance({ advance: word })).status).toBe(422)
  })

  test('needs a token of this site, like every write', async () => {
    const body = { advance: 'P1D' }
    expect((await site.client().call(calls.advanceDemoClock, { body, csrf: 'none' })).problem?.code).toBe(
      'csrf',
    )
    const mode = { serviceMode: 'sunset' }
    expect(
      (await site.client().call(calls.demoServiceMode, { body: mode, csrf: 'none' })).problem?.code,
    ).toBe('csrf')
  })
})

describe('outside the demo', () => {
  test('none of its calls exists', async () => {
    const smtp = await startSmtpServer()
    const settings = {
      DEMO: '0',
      BASE_URL: 'https://films.example.org',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Films <films@example.org>',
    }
    const production = await createTestApp({ settings })
    const browser = production.client()
    for (const call of [calls.demoMails, calls.demoLogins, calls.demoClock])
      expect((await browser.call(call)).status).toBe(404)
    expect((await browser.call(calls.advanceDemoClock, { body: { advance: 'P1D' } })).status).toBe(404)
    expect((await browser.call(calls.demoServiceMode, { body: { serviceMode: 'sunset' } })).status).toBe(404)
    expect((await browser.call(calls.config)).body).toMatchObject({ demo: false, serviceMode: 'open' })
    await production.close()
    await smtp.close()
  })
})
