import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { confirmedIn, freshEmail, registerIn, registrationOf } from '#support/people.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { couponUses, storeCoupon } from '#support/stored/coupons.ts'
import { allRows } from '#support/stored/rows.ts'
import { inviteOf, joinIn, teamWith } from '#support/team-site.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp()

let count = 0
/** In a separate network, so that only the tested limit applies. */
const browserElsewhere = () => site.client({ remoteAddress: `192.0.2.${++count}` })
const sendAgain = (browser: TestClient, email: string, more: { next?: string } = {}) =>
  browser.call(calls.resendRegistration, { body: { email, ...more } })
const answered = async (browser: TestClient, email: string) => {
  const { status, body } = await sendAgain(browser, email)
  return { status, body: { ...body, email: body.email === email } }
}

describe('the mail of a registration', () => {
  test('is sent again, with a new link that signs this browser in', async () => {
    const browser = browserElsewhere()
    const email = freshEmail()
    const first = await registerIn(site, browser, email, { name: 'Ada' })
    site.clock.advance({ seconds: 1 })
    expect((await sendAgain(browser, email, { next: '/content/video/closures?t=9' })).status).toBe(202)
    const mail = await newestMailTo(site, email)
    expect([mail.subject, mail.text]).toEqual([
      'Please confirm your email for Lectern',
      expect.stringContaining('Hello Ada,'),
    ])
    expect(mail.text).toContain('next=%2Fcontent%2Fvideo%2Fclosures%3Ft%3D9')
    const second = codeFrom(mail)
    expect(second.code).not.toBe(first.code)
    expect((await browser.call(calls.confirmContact, { body: second })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('does not redirect elsewhere', async () => {
    const browser = browserElsewhere()
    const email = freshEmail()
    await registerIn(site, browser, email)
    await sendAgain(browser, email, { next: '//evil.test/x' })
    expect((await newestMailTo(site, email)).text).not.toContain('evil')
  })

  test('is not sent from a browser that did not register', async () => {
    const email = freshEmail()
    await registerIn(site, browserElsewhere(), email)
    const codes = (await allRows(site.db, 'contact_code')).length
    expect((await sendAgain(browserElsewhere(), email)).status).toBe(202)
    expect(await mailsTo(site, email)).toHaveLength(1)
    expect(await allRows(site.db, 'contact_code')).toHaveLength(codes)
  })

  test('can be requested with the same answer for every address', async () => {
    const registered = freshEmail()
    const browser = browserElsewhere()
    await registerIn(site, browser, registered)
    const known = freshEmail()
    await confirmedIn(site, browserElsewhere(), known)
    const answers = []
    for (const email of [registered, known, freshEmail()]) answers.push(await answered(browser, email))
    const same = { status: 202, body: { status: 'confirmation-needed', email: true } }
    expect(answers).toEqual([same, same, same])
  })

  test('tells the owner of a known address again that they have an account', async () => {
    const known = freshEmail()
    await confirmedIn(site, browserElsewhere(), known)
    const browser = browserElsewhere()
    await browser.call(calls.register, { body: registrationOf(known) })
    await sendAgain(browser, known)
    const told = (await mailsTo(site, known)).filter(({ subject }) => /already have/.test(subject))
    expect(told).toHaveLength(2)
    expect(told[0]?.text).not.toContain('confirm-contact')
  })

  test('of joining a team by a link can be sent again too', async () => {
    const code = await inviteOf(await teamWith(site, 3))
    const browser = browserElsewhere()
    const email = freshEmail()
    await joinIn(browser, code, email)
    const first = await newestMailTo(site, email)
    site.clock.advance({ seconds: 1 })
    await sendAgain(browser, email)
    const again = await newestMailTo(site, email)
    const withoutCode = ({ text }: { text: string }) => text.replace(/code=[\w-]+/, '')
    expect(withoutCode(again)).toBe(withoutCode(first))
    expect(codeFrom(again).code).not.toBe(codeFrom(first).code)
  })
})

describe('the limits of registering with an address', () => {
  test('hold for sending again: three an hour from one network, the fourth changes nothing', async () => {
    const browser = browserElsewhere()
    const email = freshEmail()
    await registerIn(site, browser, email)
    for (let time = 0; time < 5; time += 1) expect((await sendAgain(browser, email)).status).toBe(202)
    expect(await mailsTo(site, email)).toHaveLength(3)
    // and the registration itself has used up its tries
    expect((await browser.call(calls.register, { body: registrationOf(email) })).status).toBe(202)
    expect(await mailsTo(site, email)).toHaveLength(3)
  })

  test('apply to mails sent again to a known address', async () => {
    const known = freshEmail()
    await confirmedIn(site, browserElsewhere(), known)
    const browser = browserElsewhere()
    for (let time = 0; time < 5; time += 1) await sendAgain(browser, known)
    const told = (await mailsTo(site, known)).filter(({ subject }) => /already have/.test(subject))
    expect(told).toHaveLength(3)
  })

  test('are ten mails for an address from all networks', async () => {
    const email = freshEmail()
    const browser = browserElsewhere()
    await registerIn(site, browser, email)
    for (let time = 0; time < 12; time += 1) {
      const remoteAddress = `198.51.100.${time}`
      await browser.call(calls.resendRegistration, { body: { email }, remoteAddress })
    }
    expect(await mailsTo(site, email)).toHaveLength(10)
  })

  test('are thirty registrations and mails sent again an hour from one network', async () => {
    const browser = browserElsewhere()
    const statuses = []
    for (let time = 0; time < 31; time += 1) statuses.push((await sendAgain(browser, freshEmail())).status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('registering again in the same browser', () => {
  const uses = (code: string) => couponUses(site.db, code)
  const give = (code: string) => {
    const { database, clock } = site.services
    return storeCoupon(database.db, { code, maxUses: 1, createdAt: clock.now() })
  }

  test('with the right address takes the coupon that the wrong one held', async () => {
    const couponCode = await give('GIFT-ONE')
    const browser = browserElsewhere()
    await registerIn(site, browser, freshEmail(), { couponCode })
    const body = await registerIn(site, browser, freshEmail(), { couponCode })
    expect(await uses(couponCode)).toBe(1)
    await browser.call(calls.confirmContact, { body })
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'prepaid', coupon: couponCode },
    })
  })

  test('takes no coupon that another browser holds, nor one that is redeemed', async () => {
    const couponCode = await give('GIFT-TWO')
    const holder = browserElsewhere()
    const body = await registerIn(site, holder, freshEmail(), { couponCode })
    const register = (browser: TestClient) =>
      browser.call(calls.register, { body: registrationOf(freshEmail(), { couponCode }) })
    expect((await register(browserElsewhere())).status).toBe(422)
    await holder.call(calls.confirmContact, { body })
    await holder.call(calls.logout)
    expect((await register(holder)).status).toBe(422)
    expect(await uses(couponCode)).toBe(1)
  })
})

describe('the confirmation mail', () => {
  const trial = 'Your free trial of 14 days starts then, and no card is needed.'

  test('names the trial that begins', async () => {
    const browser = browserElsewhere()
    const email = freshEmail()
    await registerIn(site, browser, email)
    expect((await newestMailTo(site, email)).text).toContain(trial)
    site.clock.advance({ seconds: 1 })
    await sendAgain(browser, email)
    expect((await newestMailTo(site, email)).text).toContain(trial)
  })

  test('names none where a coupon is redeemed instead', async () => {
    const { database, clock } = site.services
    const couponCode = await storeCoupon(database.db, { code: 'NO-TRIAL', createdAt: clock.now() })
    const email = freshEmail()
    await registerIn(site, browserElsewhere(), email, { couponCode })
    expect((await newestMailTo(site, email)).text).not.toContain('trial')
  })

  test('offers no trial to a user who had one', async () => {
    await confirmedIn(site, browserElsewhere(), 'labelled+one@example.org')
    await registerIn(site, browserElsewhere(), 'labelled+two@example.org')
    expect((await newestMailTo(site, 'labelled+two@example.org')).text).not.toContain('trial')
  })

  test('names none while nothing is sold', async () => {
    const closing = await createTestApp({ settings: { SERVICE_MODE: 'sunset' } })
    try {
      await registerIn(closing, closing.client(), 'late@example.org')
      expect((await newestMailTo(closing, 'late@example.org')).text).not.toContain('trial')
    } finally {
      await closing.close()
    }
  })
})
