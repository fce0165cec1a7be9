import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Actor, Call } from '#contract/call.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { registerGuard } from './guard.ts'
import { registerProblemReplies } from './problem-replies.ts'
import { route } from './route.ts'
import type { Viewer, Visitor } from './visitor.ts'

const actors: Actor[] = [
  'anyone',
  'viewer',
  'account.manage',
  'subscription.manage',
  'users.manage',
  'admin',
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

const viewer = (role: Viewer['role'], admin = false, userId = 'u'): Viewer => ({
  userId,
  accountId: 'a',
  role,
  permissions: permissionsOf(role),
  admin,
  sessionHash: Buffer.alloc(32),
})
const visitors: Record<string, Viewer | undefined> = {
  nobody: undefined,
  user: viewer('user'),
  manager: viewer('manager'),
  owner: viewer('owner'),
  'admin without a second factor': viewer('owner', true),
  admin: viewer('owner', true, 'secured'),
}

const app = fastify()
beforeAll(async () => {
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request) => {
    const who = visitors[String(request.headers['x-who'])]
    request.visitor = {
      viewer: who,
      pending: undefined,
      browserHash: undefined,
      preSessionHash: undefined,
      network: '',
    } satisfies Visitor
  })
  registerProblemReplies(app)
  registerGuard(app, { demo: false, isTwoFactorOn: async (userId) => userId === 'secured' })
  for (const actor of actors) route(app, callFor(actor), () => ({ status: 200, body: {} }))
  await app.ready()
})
afterAll(() => app.close())

test.each([
  // anyone, viewer, account.manage, subscription.manage, users.manage, admin, demo (of a site that is none)
  ['nobody', [200, 401, 401, 401, 401, 401, 404]],
  ['user', [200, 200, 403, 403, 403, 403, 404]],
  ['manager', [200, 200, 403, 403, 200, 403, 404]],
  ['owner', [200, 200, 200, 200, 200, 403, 404]],
  ['admin without a second factor', [200, 200, 200, 200, 200, 403, 404]],
  ['admin', [200, 200, 200, 200, 200, 200, 404]],
])('%s gets where their permissions say', async (who, expected) => {
  const statuses: number[] = []
  for (const actor of actors) {
    const reply = await app.inject({ method: 'POST', url: `/${actor}`, headers: { 'x-who': who } })
    statuses.push(reply.statusCode)
  }
  expect(statuses).toEqual(expected)
})
