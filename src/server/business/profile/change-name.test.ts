import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { accountIn, signedInOwner } from '#support/owners.ts'
import { signIn } from '#support/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => seedDemo(site.services))

const rename = (browser: TestClient, name: string) => browser.call(calls.changeName, { body: { name } })
const nameIn = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.user.name : undefined
}
async function demoPerson(word: string): Promise<TestClient> {
  const browser = site.client()
  await signIn(browser, `${word}@lectern.example`, `demo-${word}-1`)
  return browser
}

test("the owner's name is the account's as well, and its change counts", async () => {
  const browser = await signedInOwner(site, 'namer@example.org')
  const before = await accountIn(browser)
  const answer = await rename(browser, '  Ada King  ')
  expect(answer.status).toBe(200)
  expect(answer.body.account).toEqual({
    ...before,
    name: 'Ada King',
    version: before.version + 1,
    users: before.users?.map((user) => ({ ...user, name: 'Ada King' })),
  })
  expect(await nameIn(browser)).toBe('Ada King')
})

test('the same name again is no change', async () => {
  const browser = await signedInOwner(site, 'steady@example.org')
  const { version } = (await rename(browser, 'Grace')).body.account
  expect((await rename(browser, 'Grace')).body.account.version).toBe(version)
})

test("a plain user changes their own name alone, which the account's list of users shows", async () => {
  const [viewer, owner] = [await demoPerson('viewer'), await demoPerson('owner')]
  const before = await accountIn(owner)
  expect((await rename(viewer, 'Viktoria Vale')).status).toBe(200)
  expect(await nameIn(viewer)).toBe('Viktoria Vale')
  const after = await accountIn(owner)
  expect(after.name).toBe('Brightwater Software')
  expect(after.users?.map(({ name }) => name)).toEqual(['Olivia Owens', 'Viktoria Vale', 'Mira Manning'])
  expect(after.version).toBe(before.version + 1)
})

test.each(['', '   ', '\u2003'])('%j is no name', async (name) => {
  const answer = await rename(await demoPerson('viewer'), name)
  expect([answer.status, answer.problem?.errors]).toEqual([422, { name: 'Please enter your name.' }])
})

test.each(['x'.repeat(201), 'Ada\nBcc: all@example.org', 'Ada\u0000'])('%j is refused', async (name) => {
  expect((await rename(await demoPerson('viewer'), name)).status).toBe(422)
})
