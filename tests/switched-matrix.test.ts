import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { browserOf, signedInAdmin, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { personAt } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'

// Every call of the contract by an admin switched into an owner's account: they see everything that the owner sees,
// change nothing of payments, passwords, contacts or second factors, and make no admin calls.

const site = testApp({ settings: { RATE_LIMITS: '100000' } })
const admin = testAdmin(site, { secondFactor: false })
beforeAll(() => admin.call(calls.switchInto, { body: { id: teamAccountId, password: theAdmin.password } }))

/** What may be written: a name, a language, the end of the newsletter; what only asks, and the admin's own streams. */
const open: readonly Call[] = [
  calls.stopOldestStream,
  calls.changeName,
  calls.changeLanguage,
  calls.changeNewsletter,
  calls.previewUsers,
  calls.usersQuote,
]

/** What may not even be read: a copy of the person's data, their bookmarks, the codes of an order, and the ways out to the code host. */
const shut: readonly Call[] = [
  calls.exportOwnData,
  calls.bookmarks,
  calls.order,
  calls.voucherFile,
  calls.startCodeHostSignIn,
  calls.finishCodeHostSignIn,
  calls.startCompanySignIn,
  calls.finishCompanySignIn,
]

/** These end the switch, and are tested below. */
const ending: readonly Call[] = [calls.logout, calls.returnFromSwitch]

const isOpen = (call: Call) =>
  open.includes(call) ||
  call.actor === 'demo' ||
  call.actor === 'signed' ||
  (call.method === 'GET' && call.actor !== 'admin' && !shut.includes(call))

describe.each(
  Object.values<Call>(calls)
    .filter((call) => !ending.includes(call))
    .map((call) => [call.method, call.path, isOpen(call) ? 'open' : 'shut', call] as const),
)('%s %s', (_, __, expected, call) => {
  test(`is ${expected}`, async () => {
    const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const params = {
      ...Object.fromEntries(names.map((name) => [name, '0a000000-0000-4000-8000-00000000beef'])),
      position: '0',
    }
    const reply = await admin.call(call, { params, ...(call.body && { body: {} }) })
    // an answer to HEAD has no body that says why
    const isRefused =
      call.method === 'HEAD' ? reply.status === 403 : reply.problem?.code === 'not-while-switched'
    expect(isRefused).toBe(expected === 'shut')
    if (expected === 'shut') expect(reply.status).toBe(403)
    else expect([401, 403, 500]).not.toContain(call.actor === 'signed' ? 200 : reply.status)
    const { body } = await admin.call(calls.userSession)
    expect(body).toMatchObject({ account: { id: teamAccountId }, switchedBy: {} })
  })
})

test('right after a login the password is not asked for', async () => {
  const fresh = site.client()
  const { email, password } = theAdmin
  await fresh.call(calls.login, { body: { email, password } })
  expect((await fresh.call(calls.switchInto, { body: { id: teamAccountId } })).status).toBe(200)
})

test('a refused call is refused before anything is written', async () => {
  const sessions = async () => (await sessionsOf(site.db)).map(({ token_hash }) => token_hash)
  const before = await sessions()
  const ended = await admin.call(calls.endOtherSessions, { body: {} })
  expect([ended.status, await sessions()]).toEqual([403, before])
})

test.each([['logs out'], ['returns']])('and the admin %s as always', async (way) => {
  const again = await signedInAdmin(site, { secondFactor: false })
  await again.call(calls.switchInto, { body: { id: teamAccountId, password: theAdmin.password } })
  const reply = await again.call(way === 'returns' ? calls.returnFromSwitch : calls.logout)
  expect(reply.status).toBe(200)
  expect((await again.call(calls.userSession)).body).toMatchObject({ authenticated: way === 'returns' })
})

test('an owner who is not switched is refused none of it', async () => {
  const { userId } = await personAt(site.db, 'owner@lectern.example')
  const theirs = await browserOf(site, userId)
  for (const call of Object.values<Call>(calls).filter((one) => one.actor === 'subscription.manage')) {
    const reply = await theirs.call(call, {
      params: { id: 'none', provider: 'none' },
      ...(call.body && { body: {} }),
    })
    expect([call.path, reply.problem?.code]).not.toEqual([call.path, 'not-while-switched'])
  }
})
