import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const site = testApp()

test('without a code host there are no calls, and the settings say so', async () => {
  const browser = site.client()
  await confirmedIn(site, browser, 'ada@example.org')
  await signIn(browser, 'ada@example.org')
  const body = { name: 'Ada', termsAccepted: true }
  const answers = [
    await browser.call(calls.startCodeHostSignIn),
    await browser.call(calls.finishCodeHostSignIn, { query: { code: 'x', state: 'y' } }),
    await browser.call(calls.codeHostArrival),
    await browser.call(calls.registerFromCodeHost, { body }),
    await browser.call(calls.codeHostIdentity),
    await browser.call(calls.startCodeHostLink, { body: {} }),
    await browser.call(calls.unlinkCodeHost, { body: {} }),
  ]
  for (const answer of answers) expect([answer.status, answer.problem?.code]).toEqual([404, 'not-found'])
  expect((await browser.call(calls.config)).body.githubLogin).toBe(false)
})

test('with one the settings say so, and contain nothing of its secret', async () => {
  const secret = 'a secret of the OAuth app'
  const configured = await createTestApp({
    settings: { GITHUB_CLIENT_ID: 'Iv1.lectern', GITHUB_CLIENT_SECRET: secret },
  })
  const browser = configured.client()
  const config = await browser.call(calls.config)
  const start = await browser.call(calls.startCodeHostSignIn)
  await configured.close()
  expect(config.body.githubLogin).toBe(true)
  expect(config.text).not.toMatch(/Iv1|secret/)
  expect(String(start.headers.location)).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/)
  expect(String(start.headers.location)).not.toContain(encodeURIComponent(secret))
})
