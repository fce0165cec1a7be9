import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from '#support/mails.ts'
import { registerIn } from '#support/people.ts'
import { inviteOf, joinIn, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const email = 'asked@example.org'

test('an uninvolved user sees the account that they would join, refuses, and starts their own trial', async () => {
  const team = await teamWith(site, 5)
  await joinIn(site.client(), await inviteOf(team), email)
  const mail = await newestMailTo(site, email)
  expect(mail.text).toContain(
    'sees your name, your email address, when you were last here and how much you watch',
  )
  expect(mail.text).toContain('joining=1')
  const browser = site.client()
  const refusal = await browser.call(calls.refuseJoining, { body: codeFrom(mail) })
  expect([refusal.status, refusal.body]).toEqual([200, { status: 'ok' }])
  expect((await browser.call(calls.confirmContact, { body: codeFrom(mail) })).status).toBe(422)

  const own = await registerIn(site, browser, email)
  // the code of a registration refuses nothing
  expect((await site.client().call(calls.refuseJoining, { body: own })).problem?.code).toBe('code-wrong')
  const confirmed = await browser.call(calls.confirmContact, { body: own })
  expect(confirmed.body).toEqual({ contact: email, trialStarted: true })
})
