import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Actor, Call } from '#contract/call.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { registerGuard } from './guard.ts'
import { registerProblemReplies } from './problem-replies.ts'
import { route } from './route.ts'
import type { PendingSignIn, Viewer, Visitor } from './visitor.ts'

const actors: Actor[] = [
  'anyone',
  'viewer',
  'account.manage',
  'subscription.manage',
  'users.manage',
  'admin',
  'two-factor',
  'password-change',
  'signed',
  'demo',
]
const callFor = (actor: Actor) =>
  ({
    method: 'POST',
    path: `/${actor}`,
    actor,
    summary: '',
    replies: { 200: z.strictObject({}) },
  }) as const satisfies Call

/** The calls that the admin may make while switched into an account. */
const whileSwitched = (['GET', 'PUT'] as const).flatMap((method) =>
  ([undefined, true, false, 'recorded'] as const).map(
    (open) =>
      ({
        ...callFor('viewer'),
        method,
        path: `/${open}`,
        ...(open !== undefined && { whileSwitched: open }),
      }) as const satisfies Call,
  ),
)

const accepting = {
  ...callFor('viewer'),
  method: 'PUT',
  path: '/no-alone',
  whileSwitched: 'recorded',
  body: z.strictObject({ wanted: z.boolean() }),
  bodyWhileSwitched: z.strictObject({ wanted: z.literal(false) }),
} as const satisfies Call

const viewer = (role: Viewer['role'], admin = false, userId = 'u'): Viewer => ({
  userId,
  accountId: 'a',
  role,
  permissions: permissionsOf(role),
  language: 'en',
  admin,
  sessionHash: Buffer.alloc(32),
})
const pending = (kind: PendingSignIn['kind']): PendingSignIn => ({
  userId: 'u',
  accountId: 'a',
  kind,
  staySignedIn: false,
  mustChangePassword: false,
  sessionHash: Buffer.alloc(32),
})
const visitors: Record<string, Partial<Visitor>> = {
  nobody: {},
  user: { viewer: viewer('user') },
  manager: { viewer: viewer('manager') },
  owner: { viewer: viewer('owner') },
  'admin without a second factor': { viewer: viewer('owner', true) },
  admin: { viewer: viewer('owner', true, 'secured') },
  'the admin in an account': { viewer: { ...viewer('owner'), switchedBy: 'admin' } },
  'somebody who owes a second factor': { pending: pending('two-factor-pending') },
  'somebody who has to change a temporary password': { pending: pending('password-change') },
}

const recordSwitched = vi.fn<() => Promise<void>>()
const isTwoFactorOn = vi.fn<(userId: string) => Promise<boolean>>()
let site: FastifyInstance
let demo: FastifyInstance
beforeAll(async () => {
  site = await guarded({ demo: false })
  demo = await guarded({ demo: true })
})
afterAll(() => Promise.all([site.close(), demo.close()]))

async function guarded(of: { demo: boolean }): Promise<FastifyInstance> {
  const app = fastify()
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request) => {
    request.visitor = {
      viewer: undefined,
      pending: undefined,
      browserHash: undefined,
      preSessionHash: undefined,
      network: '',
      ...visitors[String(request.headers['x-who'])],
    }
  })
  registerProblemReplies(app)
  isTwoFactorOn.mockImplementation(async (userId) => userId === 'secured')
  registerGuard(app, { ...of, isTwoFactorOn, recordSwitched })
  for (const actor of actors) route(app, callFor(actor), () => ({ status: 200, body: {} }))
  route(app, { ...callFor('admin'), method: 'GET', path: '/admin-reads' }, () => ({ status: 200, body: {} }))
  for (const call of whileSwitched) route(app, call, () => ({ status: 200, body: {} }))
  route(app, accepting, () => ({ status: 200, body: {} }))
  app.get('/page', () => 'a page, which is no call')
  await app.ready()
  return app
}

const inTurn = async (app: FastifyInstance, who: string) => {
  isTwoFactorOn.mockImplementation(async (userId) => userId === 'secured')
  const replies: (number | string)[] = []
  for (const actor of actors) {
    const reply = await app.inject({ method: 'POST', url: `/${actor}`, headers: { 'x-who': who } })
    replies.push(reply.statusCode === 200 ? 200 : reply.json().code)
  }
  return replies
}

const login = 'login-required'
const no = 'forbidden'
const second = 'second-factor-needed'
const hidden = 'not-found'
const shut = 'not-while-switched'

test.each([
  // anyone, viewer, account.manage, subscription.manage, users.manage, admin, two-factor, password-change, signed, demo
  ['nobody', [200, login, login, login, login, login, login, login, 200, hidden]],
  ['user', [200, 200, no, no, no, no, login, 200, 200, hidden]],
  ['manager', [200, 200, no, no, 200, no, login, 200, 200, hidden]],
  ['owner', [200, 200, 200, 200, 200, no, login, 200, 200, hidden]],
  ['admin without a second factor', [200, 200, 200, 200, 200, second, login, 200, 200, hidden]],
  ['admin', [200, 200, 200, 200, 200, 200, login, 200, 200, hidden]],
  ['the admin in an account', [shut, shut, shut, shut, shut, shut, shut, shut, 200, hidden]],
  ['somebody who owes a second factor', [200, login, login, login, login, login, 200, login, 200, hidden]],
  [
    'somebody who has to change a temporary password',
    [200, login, login, login, login, login, login, 200, 200, hidden],
  ],
])('%s gets where their permissions say', async (who, expected) => {
  expect(await inTurn(site, who)).toEqual(expected)
})

test.each([
  ['nobody', [200, login, login, login, login, login, login, login, 200, 200]],
  ['owner', [200, 200, 200, 200, 200, no, login, 200, 200, 200]],
  // the passwords of a demo are public: a second factor would lock everyone out
  ['admin without a second factor', [200, 200, 200, 200, 200, 200, login, 200, 200, 200]],
])('in a demo, %s gets where their permissions say', async (who, expected) => {
  isTwoFactorOn.mockClear()
  expect(await inTurn(demo, who)).toEqual(expected)
  expect(isTwoFactorOn).not.toHaveBeenCalled()
})

test.each([
  ['GET', [200, 200, shut, 200]],
  ['PUT', [shut, 200, shut, 200]],
] as const)(
  'in an account the admin may make reads that are not closed, and writes that are open: %s',
  async (method, expected) => {
    const replies: (number | string)[] = []
    for (const path of ['undefined', 'true', 'false', 'recorded']) {
      const reply = await site.inject({
        method,
        url: `/${path}`,
        headers: { 'x-who': 'the admin in an account' },
      })
      replies.push(reply.statusCode === 200 ? 200 : reply.json().code)
    }
    expect(replies).toEqual(expected)
  },
)

test("in an account the admin's own calls are closed", async () => {
  const reply = await site.inject({ url: '/admin-reads', headers: { 'x-who': 'the admin in an account' } })
  expect(reply.json().code).toBe(shut)
})

test("the admin's actions in an account are logged if the call says so, before they are done", async () => {
  recordSwitched.mockClear()
  const put = (path: string, who: string) =>
    site.inject({ method: 'PUT', url: path, headers: { 'x-who': who } })
  await put('/true', 'the admin in an account')
  await put('/recorded', 'owner')
  expect(recordSwitched).not.toHaveBeenCalled()
  await put('/recorded', 'the admin in an account')
  expect(recordSwitched).toHaveBeenCalledTimes(1)
  recordSwitched.mockRejectedValueOnce(new Error('nothing can be written'))
  expect((await put('/recorded', 'the admin in an account')).statusCode).toBe(500)
})

test.each([
  ['the admin in an account', { wanted: false }, 200, 1],
  ['the admin in an account', { wanted: true }, 403, 0],
  ['the admin in an account', { wanted: 'no' }, 422, 0],
  ['owner', { wanted: true }, 200, 0],
])('%s sends a body of which some are shut: %j', async (who, payload, status, recorded) => {
  recordSwitched.mockClear()
  const reply = await site.inject({ method: 'PUT', url: '/no-alone', headers: { 'x-who': who }, payload })
  expect(reply.statusCode).toBe(status)
  if (status === 403) expect(reply.json().code).toBe(shut)
  expect(recordSwitched).toHaveBeenCalledTimes(recorded)
})

test("the second factor is looked up for the admin's calls alone", async () => {
  isTwoFactorOn.mockClear()
  await inTurn(site, 'admin')
  expect(isTwoFactorOn).toHaveBeenCalledExactlyOnceWith('secured')
})

test('while the second factor cannot be looked up, the admin gets nowhere', async () => {
  isTwoFactorOn.mockRejectedValueOnce(new Error('the database is away'))
  const reply = await site.inject({ method: 'POST', url: '/admin', headers: { 'x-who': 'admin' } })
  expect(reply.statusCode).toBe(500)
})

test('a page, which is no call, is open to everyone', async () => {
  for (const who of Object.keys(visitors)) {
    const reply = await site.inject({ url: '/page', headers: { 'x-who': who } })
    expect(reply.statusCode).toBe(200)
  }
})
