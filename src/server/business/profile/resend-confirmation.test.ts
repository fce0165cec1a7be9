import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { accountIn, addContact, contactId, mailSaying, signedInOwner } from '#support/owners.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const resend = async (browser: TestClient, email: string) =>
  browser.call(calls.resendConfirmation, { body: { contactId: await contactId(browser, email) } })

describe('the confirmation message', () => {
  test('of a registration is sent again, with a new code; both codes work', async () => {
    const email = 'again@example.org'
    const browser = await signedInOwner(site, email, { confirmed: false })
    const first = codeFrom(await newestMailTo(site, email))
    site.clock.advance({ seconds: 1 })
    const answer = await resend(browser, email)
    expect(answer.status).toBe(200)
    expect(answer.body.account).toEqual(await accountIn(browser))
    const mails = await mailsTo(site, email)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Please confirm your email for Lectern'),
    )
    expect(mails[0]?.text).toContain('Thank you for registering.')
    const second = codeFrom(await newestMailTo(site, email))
    expect(second.code).not.toBe(first.code)
    expect((await browser.call(calls.confirmContact, { body: second })).body).toMatchObject({
      trialStarted: true,
    })
    expect((await browser.call(calls.confirmContact, { body: first })).status).toBe(200)
  })

  test('of an added contact mentions that it was added', async () => {
    const browser = await signedInOwner(site, 'adder@example.org')
    await addContact(browser, 'late@example.org')
    await resend(browser, 'late@example.org')
    const mails = await mailsTo(site, 'late@example.org')
    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toContain('was added to an account at Lectern')
  })

  test('is not sent for a confirmed contact, and the answer is the same', async () => {
    const email = 'done@example.org'
    const browser = await signedInOwner(site, email)
    const before = await mailsTo(site, email)
    expect((await resend(browser, email)).status).toBe(200)
    expect(await mailsTo(site, email)).toEqual(before)
  })

  test('for an address that another user has confirmed meanwhile notifies them instead', async () => {
    const browser = await signedInOwner(site, 'slow@example.org')
    await addContact(browser, 'quick@example.org')
    await signedInOwner(site, 'quick@example.org')
    expect((await resend(browser, 'quick@example.org')).status).toBe(200)
    const mail = await mailSaying(site, 'quick@example.org', 'Your email already belongs to an account')
    expect(mail.text).not.toContain('code=')
  })

  test('begins the seven days again where they were over', async () => {
    const email = 'over@example.org'
    const browser = await signedInOwner(site, email, { confirmed: false })
    const first = codeFrom(await newestMailTo(site, email))
    site.clock.advanceBusiness({ days: 8 })
    expect((await browser.call(calls.confirmContact, { body: first })).problem?.code).toBe('code-expired')
    await resend(browser, email)
    const second = codeFrom(await newestMailTo(site, email))
    expect((await browser.call(calls.confirmContact, { body: second })).status).toBe(200)
  })

  test('is not sent for a contact that is not there', async () => {
    const browser = await signedInOwner(site, 'lost@example.org')
    for (const id of ['no-such-contact', '00000000-0000-4000-8000-000000000099']) {
      const answer = await browser.call(calls.resendConfirmation, { body: { contactId: id } })
      expect(answer.status).toBe(404)
    }
  })
})
