import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { registerIn, signIn } from '#support/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Against testing stolen cards: accounts are free, so card forms are counted.

const site = testApp()

const askForForm = (browser: TestClient) =>
  browser.call(calls.setupIntent, { params: { provider: 'sandbox' } })
const answersTo = async (browser: TestClient, times: number) => {
  const answers: number[] = []
  for (let time = 0; time < times; time += 1) answers.push((await askForForm(browser)).status)
  return answers
}
const setups = async () => (await allRows(site.db, 'sandbox_setup')).length

test('no card form is opened before the contact is confirmed', async () => {
  const browser = site.client({ remoteAddress: '198.51.100.1' })
  await registerIn(site, browser, 'unconfirmed@example.org')
  await signIn(browser, 'unconfirmed@example.org')
  expect((await askForForm(browser)).problem?.code).toBe('confirmation-required')
  expect(await setups()).toBe(0)
})

test('an account gets ten card forms an hour, from any network', async () => {
  const browser = await accountHolder(site, 'ada@example.org')
  expect(await answersTo(browser, 10)).toEqual(Array(10).fill(200))
  const elsewhere = site.client({ remoteAddress: '198.51.100.2' })
  await signIn(elsewhere, 'ada@example.org')
  const eleventh = await askForForm(elsewhere)
  expect(eleventh.problem?.code).toBe('too-many-requests')
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(3_000)
})

test('a network gets thirty card forms an hour, for however many accounts', async () => {
  const answers: number[] = []
  for (const name of ['bob', 'carol', 'dan', 'eve', 'frank']) {
    await accountHolder(site, `${name}@example.org`)
    const browser = site.client({ remoteAddress: '198.51.100.3' })
    await signIn(browser, `${name}@example.org`)
    answers.push(...(await answersTo(browser, 8)))
  }
  expect(answers).toEqual([...Array(30).fill(200), ...Array(10).fill(429)])
})
