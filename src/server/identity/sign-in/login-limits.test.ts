import { expect, test } from 'vitest'
import { confirmedIn, signIn } from '#support/people.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()

test('guessing one password ends after ten tries from anywhere, yet its owner still gets in in their own browser', async () => {
  const email = 'ada@example.org'
  const browser = site.client({ remoteAddress: '192.0.2.1' })
  await confirmedIn(site, browser, email)
  expect((await signIn(browser, email)).status).toBe(200)

  const before = site.services.passwords.computed
  const statuses: number[] = []
  for (let network = 1; network <= 40; network += 1) {
    statuses.push(
      (await signIn(site.client({ remoteAddress: `198.51.100.${network}` }), email, 'guess')).status,
    )
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.at(-1)).toBe(429)
  expect(site.services.passwords.computed - before).toBeLessThanOrEqual(10)
  expect((await signIn(browser, email)).status).toBe(200)
})

test('a network may try fifty times, however its addresses are spelt', async () => {
  const before = site.services.passwords.computed
  for (let tried = 0; tried < 80; tried += 1) {
    const remoteAddress = tried % 2 === 0 ? `2001:db8::${tried}` : `2001:0db8:0000:0000:0:0:0:${tried}`
    await signIn(site.client({ remoteAddress }), `nobody${tried}@example.org`, 'guess')
  }
  expect(site.services.passwords.computed - before).toBe(50)
})

test('signing in rightly does not use up tries', async () => {
  const email = 'often@example.org'
  await confirmedIn(site, site.client({ remoteAddress: '203.0.113.1' }), email)
  for (let time = 0; time < 15; time += 1) {
    expect((await signIn(site.client({ remoteAddress: '203.0.113.1' }), email)).status).toBe(200)
  }
})
