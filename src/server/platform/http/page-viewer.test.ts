import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { browserOf } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const person = (email: string) => {
  const found = demoAccounts.flatMap(({ people }) => people).find((one) => one.email.startsWith(email))
  if (!found) throw new Error(`the demo has no ${email}`)
  return found
}
const [admin, owner, viewer] = [person('admin@'), person('owner@'), person('viewer@')]

let browsers: Record<'owner' | 'viewer' | 'visitor' | 'switched' | 'returned', TestClient>
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => seedDemo(site.services))

beforeEach(async () => {
  const [switched, returned] = [await browserOf(site, admin.userId), await browserOf(site, admin.userId)]
  const body = { id: demoAccounts[1]?.id, password: admin.password }
  for (const browser of [switched, returned])
    expect((await browser.call(calls.switchInto, { body })).status).toBe(200)
  await returned.call(calls.returnFromSwitch)
  browsers = {
    owner: await browserOf(site, owner.userId),
    viewer: await browserOf(site, viewer.userId),
    visitor: site.client(),
    switched,
    returned,
  }
})

const rename = [calls.changeName, { body: { name: 'Renamed' } }] as const
const speak = [calls.chooseLanguage, { body: { language: 'de' } }] as const
const saveUsers = [calls.saveUsers, { body: 'not even JSON' }] as const
const enter = [calls.switchInto, { body: { id: demoAccounts[2]?.id, password: admin.password } }] as const

test.each([
  ['the same person', 'owner', owner, rename, 200, undefined],
  ['a program that names nobody', 'owner', undefined, rename, 200, undefined],
  ['another person', 'owner', viewer, rename, 401, 'login-required'],
  ['another person, who may do more', 'viewer', owner, saveUsers, 401, 'login-required'],
  ['a visitor', 'visitor', undefined, speak, 200, undefined],
  [
    'somebody who was signed out since, where anybody may call',
    'visitor',
    owner,
    speak,
    401,
    'login-required',
  ],
  ['a visitor who signed in since', 'owner', undefined, speak, 200, undefined],
  ['the customer, with the admin in front', 'switched', owner, rename, 200, undefined],
  ['the admin before the switch', 'switched', admin, enter, 401, 'login-required'],
  ['the customer, after the admin went back', 'returned', owner, rename, 401, 'login-required'],
] as const)('a page drawn for %s', async (_, who, drawnFor, [call, sent], status, code) => {
  const headers = drawnFor ? { 'x-viewer': drawnFor.userId } : {}
  const reply = await browsers[who].call(call, { ...sent, headers })
  expect([reply.status, reply.problem?.code]).toEqual([status, code])
})

test('a refused write is not executed', async () => {
  const nameOf = async () => {
    const { body } = await browsers.owner.call(calls.userSession)
    return body.authenticated && body.user.name
  }
  const send = (drawnFor: string, name: string) =>
    browsers.owner.call(calls.changeName, { body: { name }, headers: { 'x-viewer': drawnFor } })
  await send(owner.userId, 'Before')
  await send(viewer.userId, 'After')
  expect(await nameOf()).toBe('Before')
})

test("it is said before anything is said of a token, or of the other person's permissions", async () => {
  const headers = { 'x-viewer': owner.userId }
  const untokened = await browsers.viewer.call(calls.changeName, { ...rename[1], headers, csrf: 'none' })
  expect(untokened.problem?.code).toBe('login-required')
  const unpermitted = await browsers.viewer.call(calls.changeBillingAddress, {
    body: { billingAddress: 'Somewhere' },
    headers,
  })
  expect(unpermitted.problem?.code).toBe('login-required')
})

test('reading, logging in and logging out do not depend on the user for whom a page was rendered', async () => {
  const headers = { 'x-viewer': viewer.userId }
  expect((await browsers.owner.call(calls.userSession, { headers })).status).toBe(200)
  const body = { email: owner.email, password: owner.password }
  expect((await browsers.visitor.call(calls.login, { body, headers })).status).toBe(200)
  expect((await browsers.owner.call(calls.logout, { headers })).status).toBe(200)
})
