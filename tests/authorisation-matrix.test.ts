import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import type { Actor, Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { allPages } from '#contract/desk/desk-pages.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { createApp } from '#server/app.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { createTestApp, type TestApp, testConfig } from '#support/test-app.ts'
import { type Method, TestClient } from '#support/test-client.ts'
import { markPresent, markRemoved, storeOwners } from './support/stored/people.ts'
import { storeSession } from './support/stored/sessions.ts'

// Every route for every kind of visitor: the contract's permissions are the limit.

let demo: TestApp
let production: TestApp['app']
beforeAll(async () => {
  demo = await createTestApp({ settings: { RATE_LIMITS: '100000' } })
  await seedDemo(demo.services)
  await storeOwners(
    demo.db,
    [{ name: 'Another owner', email: 'another@example.org', ...otherOwner }],
    demo.clock.now(),
  )
  const config = testConfig({
    DEMO: '0',
    BASE_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'videos@example.org',
    RATE_LIMITS: '100000',
  })
  production = await createApp({ ...demo.services, config })
})
afterAll(async () => {
  await production.close()
  await demo.close()
})

const otherOwner = {
  accountId: '0a000000-0000-4000-8000-000000000000',
  userId: '0b000000-0000-4000-8000-000000000000',
}
const people = demoAccounts.flatMap((account) => account.people)
const userIdOf = (word: string) => people.find(({ email }) => email.startsWith(`${word}@`))?.userId ?? ''

/** What every signed-in user may do. */
const everybody = ['viewer', 'password-change'] as const

/** The kinds of visitors, and their permissions by the contract. */
const visitors = {
  anonymous: undefined,
  'half signed in': { userId: userIdOf('owner'), kind: 'two-factor-pending', may: ['two-factor'] },
  'signed in with a temporary password': {
    userId: userIdOf('owner'),
    kind: 'password-change',
    may: ['password-change'],
  },
  'signed out': { userId: userIdOf('owner'), kind: 'full', ended: true, may: [] },
  'removed user': { userId: userIdOf('viewer'), kind: 'full', removed: true, may: [] },
  viewer: { userId: userIdOf('viewer'), kind: 'full', may: [...everybody, ...permissionsOf('user')] },
  manager: { userId: userIdOf('manager'), kind: 'full', may: [...everybody, ...permissionsOf('manager')] },
  owner: { userId: userIdOf('owner'), kind: 'full', may: [...everybody, ...permissionsOf('owner')] },
  'owner of another account': {
    userId: otherOwner.userId,
    kind: 'full',
    may: [...everybody, ...permissionsOf('owner')],
  },
  'owner of an expired account': {
    userId: userIdOf('expired'),
    kind: 'full',
    may: [...everybody, ...permissionsOf('owner')],
  },
  admin: { userId: userIdOf('admin'), kind: 'full', may: [...everybody, 'admin', ...permissionsOf('owner')] },
} as const satisfies Record<
  string,
  | undefined
  | {
      userId: string
      kind: 'full' | 'two-factor-pending' | 'password-change'
      may: readonly Actor[]
      ended?: true
      removed?: true
    }
>
type VisitorName = keyof typeof visitors

async function browserOf(name: VisitorName, app: TestApp['app']): Promise<TestClient> {
  const { services, clock } = demo
  const client = new TestClient(app, services.config)
  const visitor:
    | {
        userId: string
        kind: 'full' | 'two-factor-pending' | 'password-change'
        ended?: true
        removed?: true
      }
    | undefined = visitors[name]
  const { db } = services.database
  if (visitor?.removed) await markRemoved(db, userIdOf('viewer'), clock.real())
  else await markPresent(db, userIdOf('viewer'))
  if (!visitor) return client
  const token = services.random.token()
  client.cookies.set('lectern-session', token)
  if (visitor.ended) return client
  const { userId, kind } = visitor
  await storeSession(db, { userId, token, kind, at: clock.real(), minutes: 10 })
  return client
}

/** A message that carries a signature needs no session; which messages are refused, their own tests say. */
const open: readonly Actor[] = ['anyone', 'demo', 'signed']

/** Permitted answers to a request for something that does not exist, or with an empty body. */
function expectedStatuses(call: Call, name: VisitorName): readonly number[] {
  const may: readonly Actor[] = visitors[name]?.may ?? []
  if (!open.includes(call.actor) && !may.includes(call.actor))
    return [may.includes('viewer') && call.actor !== 'two-factor' ? 403 : 401]
  const byState = byStateOfSubscription.get(call)
  if (byState) return byState
  const needsQuery = call.query && !z.safeParse(call.query, {}).success
  const needsBody = call.body && !z.safeParse(call.body, {}).success
  if (needsBody || needsQuery) return [422]
  // the demo knows no code host
  return [call.params || codeHost.includes(call) ? 404 : 200]
}

const codeHost = Object.values<Call>(codeHostCalls)

/** The answers to these depend on the subscription, which other tests cover. */
const byStateOfSubscription = new Map<Call, readonly number[]>([
  [calls.cancelSubscription, [200, 409]],
  [calls.resumeSubscription, [200, 409]],
  [calls.refundSubscription, [200, 409]],
  [calls.tryPaymentAgain, [200, 409]],
  [calls.checkPayment, [200, 404, 409]],
  // sessions that are stored like these have never proved who their user is
  [calls.endOtherSessions, [403]],
  // there is no such text, and `set-up.test.ts`, `settings-desk.test.ts` and `backups.test.ts` have what a demo refuses
  [calls.draftWords, [404]],
  [calls.saveWords, [404]],
  [calls.checkTexts, [403]],
  [calls.testMailServer, [403]],
  [calls.testPurchase, [403]],
  [calls.makeBackup, [403]],
  [calls.downloadBackup, [403]],
  // no account here has a company sign-in
  [calls.startCompanySignIn, [302]],
  [calls.finishCompanySignIn, [302]],
  [calls.proveCompany, [409]],
  [calls.tryCompany, [409]],
  // no one has switched here
  [calls.returnFromSwitch, [404]],
])

describe.each(Object.keys(visitors) as VisitorName[])('%s', (name) => {
  test.each(Object.values<Call>(calls).map((call) => [call.method, call.path, call] as const))(
    '%s %s',
    async (method, path, call) => {
      const client = await browserOf(name, demo.app)
      const params = {
        id: 'no-such-video',
        key: 'no-such-piece',
        second: '1',
        provider: 'no-such-provider',
        page: 'no-such-page',
        position: '0',
        token: 'no-such-token',
        language: 'en',
        srclang: 'en',
      }
      const sent = { params, ...(call.body && { body: {} }) }
      const reply = await client.call(call, sent)
      expect(expectedStatuses(call, name)).toContain(reply.status)
      if (!/no-store/.test(String(reply.headers['cache-control']))) {
        // a cacheable reply is the same for everyone
        const { text, headers } = await (await browserOf('anonymous', demo.app)).call(call, sent)
        expect([path, reply.text, reply.headers.etag]).toEqual([path, text, expect.any(String)])
        expect([call.actor, headers.etag]).toEqual(['anyone', reply.headers.etag])
      }
      if (method !== 'GET' && method !== 'HEAD' && call.actor !== 'signed') {
        const without = await client.call(call, { ...sent, csrf: 'none' })
        expect([path, [401, 403].includes(without.status)]).toEqual([path, true])
      }
    },
  )

  test('what belongs to the demo does not exist elsewhere', async () => {
    const client = await browserOf(name, production)
    for (const call of Object.values<Call>(calls).filter(({ actor }) => actor === 'demo')) {
      const reply = await client.call(call, call.body ? { body: {} } : {})
      expect([call.path, reply.status]).toEqual([call.path, 404])
    }
  })

  test('no page and no file answers with anything but itself, nothing, or a refusal', async () => {
    const client = await browserOf(name, demo.app)
    for (const { method, url } of demo.app.routeTable.filter(({ call }) => !call)) {
      const path = url.replace(/:\w+/g, 'x'.repeat(43)).replace('*', 'nothing')
      const { status } = await client.fetch(method as Method, path, { headers: { accept: 'text/html' } })
      expect([method, url, [200, 302, 403, 404].includes(status)]).toEqual([method, url, true])
    }
  })
})

test('the router knows every call of the contract, and beside it only pages, their files, pictures, feeds, granted media and free films', () => {
  // each path that is read answers HEAD as well
  const routes = demo.app.routeTable.filter(
    ({ method, call }) => method !== 'HEAD' || call?.method === 'HEAD',
  )
  const called = routes.flatMap(({ call }) => (call ? [call] : []))
  expect(new Set(called)).toEqual(new Set(Object.values<Call>(calls)))
  for (const { call, method, url } of routes)
    if (call) expect([method, url]).toEqual([call.method, call.path])

  const pagePaths = Object.values(allPages).map(({ path }): string => path)
  const others = routes.filter(({ call }) => !call)
  expect(others.filter(({ method }) => method !== 'GET')).toEqual([])
  const unknown = others
    .map(({ url }) => url)
    .filter((url) => !pagePaths.includes(url))
    .filter((url) => !/^\/(?:assets\/[\w.-]+|[\w-]+\.(?:svg|png|ico|txt|webmanifest))$/.test(url))
  expect(unknown.toSorted()).toEqual([
    '/*',
    '/assets/:name',
    '/avatars/:key',
    '/feed.xml',
    '/icons/:name',
    '/logo/:name',
    '/media/:grant/:file',
    '/media/free/:video/:film',
    '/pictures/:name',
    '/posters/:key',
    '/share/:id/:name',
    '/share/series/:key/:name',
    '/sitemap.xml',
  ])
})
