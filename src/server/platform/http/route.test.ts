import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { registerProblemReplies } from './problem-replies.ts'
import { type CallHandler, route } from './route.ts'

const rename = {
  method: 'PUT',
  path: '/things/:id',
  actor: 'anyone',
  summary: '',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ loud: z.optional(z.literal('1')) }),
  body: z.strictObject({ name: z.string(), size: z.strictObject({ width: z.int() }) }),
  replies: { 200: z.strictObject({ name: z.string() }), 202: z.strictObject({ status: z.string() }) },
} as const satisfies Call

const good = { name: 'Ada', size: { width: 3 } }
const app: FastifyInstance = fastify()
const handler = vi.fn<CallHandler<typeof rename>>()
beforeAll(async () => {
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request) => {
    request.visitor = {
      viewer: undefined,
      pending: undefined,
      browserHash: undefined,
      preSessionHash: undefined,
      network: '',
    }
  })
  registerProblemReplies(app)
  route(app, rename, (context) => handler(context))
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  handler.mockReset()
  handler.mockReturnValue({ status: 200, body: { name: 'Ada' } })
})

async function send({ url = '/things/one', body = good as unknown } = {}) {
  const reply = await app.inject({ method: 'PUT', url, payload: body as object })
  return { status: reply.statusCode, body: reply.json() }
}

test('a handler gets the validated request', async () => {
  expect(await send({ url: '/things/one?loud=1' })).toEqual({ status: 200, body: { name: 'Ada' } })
  expect(handler.mock.calls[0]?.[0]).toMatchObject({
    params: { id: 'one' },
    query: { loud: '1' },
    body: good,
  })
})

test('what does not fit is refused field by field, and the handler does not run', async () => {
  const reply = await send({ body: { name: 1, size: { width: 1.5, depth: 2 }, admin: true } })
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.errors).toSorted()).toEqual(['body', 'name', 'size', 'size.width'])
  expect(await send({ url: '/things/one?quiet=1' })).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect(handler).not.toHaveBeenCalled()
})

test('an id that cannot exist is not found', async () => {
  expect(await send({ url: `/things/${'x'.repeat(99)}%00` })).toMatchObject({ status: 404 })
})

test('the status says which of the replies it is', async () => {
  handler.mockReturnValue({ status: 202, body: { status: 'later' } })
  expect(await send()).toEqual({ status: 202, body: { status: 'later' } })
})

test('a problem is answered as one', async () => {
  handler.mockReturnValue(new Problem('version-conflict'))
  expect(await send()).toMatchObject({ status: 409, body: { code: 'version-conflict' } })
})

test('a handler may write the reply itself', async () => {
  handler.mockImplementation(({ reply }) => {
    reply.header('content-type', 'application/json').send('{"own":true}')
    return 'sent'
  })
  expect(await send()).toEqual({ status: 200, body: { own: true } })
})

test('a field that the contract does not name never leaves the server', async () => {
  const leaking = { name: 'Ada', passwordHash: '$argon2id$marker' }
  handler.mockReturnValue({ status: 200, body: leaking })
  const reply = await send()
  expect(reply).toMatchObject({ status: 500, body: { code: 'server-error' } })
  expect(JSON.stringify(reply)).not.toContain('marker')
})

test('a status that the contract does not name is a fault', async () => {
  // only a cast gets it past the types
  handler.mockReturnValue({ status: 201, body: { name: 'Ada' } } as never)
  expect(await send()).toMatchObject({ status: 500, body: { code: 'server-error' } })
})
