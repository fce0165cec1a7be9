import { beforeAll, expect, test, vi } from 'vitest'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { memoryCounters } from '#server/platform/http/attempts/counters.ts'
import { createLimit } from '#server/platform/http/attempts/limit.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { markPresent, markRemoved, takePassword } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import { checkOwnPassword } from './own-password.ts'

const site = testApp()
beforeAll(() => seedDemo(site.services))

const [owner, viewer, manager] = demoAccounts[1]?.people ?? []
const ask = (person: { userId: string } | undefined, password: string) =>
  checkOwnPassword(site.services, { userId: person?.userId ?? '' }, password)

test('their own password is right, another user’s is not', async () => {
  expect(await ask(owner, 'demo-owner-1')).toBeUndefined()
  expect(await ask(owner, 'demo-viewer-1')).toMatchObject({ code: 'wrong-password', status: 403 })
})

test('the right one can be said as often as one likes', async () => {
  for (let time = 0; time < 15; time += 1) expect(await ask(owner, 'demo-owner-1')).toBeUndefined()
})

test('after ten wrong ones in a quarter of an hour not even the right one is looked at, for this user alone', async () => {
  const before = site.services.passwords.computed
  const answers = await Promise.all(Array.from({ length: 14 }, () => ask(viewer, 'guess')))
  const codes = answers.map((answer) => (answer instanceof Problem ? answer.code : 'right'))
  expect(codes.filter((code) => code === 'wrong-password')).toHaveLength(10)
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(4)
  expect(await ask(viewer, 'demo-viewer-1')).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect(site.services.passwords.computed).toBe(before + 10)
  expect(await ask(owner, 'demo-owner-1')).toBeUndefined()
})

test('while no password can be checked, that is said, and no try is used up', async () => {
  const verify = vi.spyOn(site.services.passwords, 'verify')
  verify.mockResolvedValue(new Problem('unavailable', { retryAfterSeconds: 1 }))
  for (let time = 0; time < 12; time += 1)
    expect(await ask(owner, 'demo-owner-1')).toMatchObject({ code: 'unavailable', status: 503 })
  verify.mockRestore()
  expect(await ask(owner, 'wrong')).toMatchObject({ code: 'wrong-password' })
  expect(await ask(owner, 'demo-owner-1')).toBeUndefined()
})

test('a change with a separate limit counts there, and nowhere else', async () => {
  const limit = createLimit(memoryCounters('own', { points: 1, durationSeconds: 60 }))
  const askWith = (password: string) =>
    checkOwnPassword(site.services, { userId: owner?.userId ?? '' }, password, limit)
  expect(await askWith('demo-owner-1')).toBeUndefined()
  expect(await askWith('wrong')).toMatchObject({ code: 'wrong-password' })
  expect(await askWith('demo-owner-1')).toMatchObject({ code: 'too-many-requests' })
  expect(await ask(owner, 'demo-owner-1')).toBeUndefined()
})

test('a user without a password gets the reason, and so does a removed one', async () => {
  const userId = manager?.userId ?? ''
  await markRemoved(site.db, userId, site.clock.now())
  expect(await ask(manager, 'demo-manager-1')).toMatchObject({ code: 'password-needed', status: 409 })
  await markPresent(site.db, userId)
  await takePassword(site.db, userId)
  expect(await ask(manager, '')).toMatchObject({ code: 'password-needed', status: 409 })
})
