import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { allRows, emptyTables, storeSetting } from '#support/stored/rows.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { deleteAnswersBefore } from './idempotency.store.ts'
import { createIdempotency } from './idempotency.ts'
import { registerProblemReplies } from './problem-replies.ts'
import { type CallHandler, route } from './route.ts'

const order = {
  method: 'POST',
  path: '/order',
  actor: 'anyone',
  summary: 'Orders something',
  body: z.strictObject({ what: z.string() }),
  replies: { 202: z.strictObject({ what: z.string(), number: z.int() }) },
  idempotent: true,
} as const satisfies Call

let site: TestApp
let app: FastifyInstance
const handler = vi.fn<CallHandler<typeof order>>()
beforeAll(async () => {
  site = await createTestApp()
  app = await hostOf(site)
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(async () => {
  await emptyTables(site.db, 'idempotent_reply', 'setting')
  handler.mockReset()
  handler.mockImplementation(orderOnce)
})

/** Another process on the same database. */
async function hostOf({ services }: TestApp): Promise<FastifyInstance> {
  const host = fastify()
  host.decorate('idempotency', createIdempotency(services))
  host.decorateRequest('visitor')
  host.addHook('onRequest', async (request) => {
    const browserHash = sha256(String(request.headers['x-browser'] ?? 'a browser'))
    request.visitor = {
      viewer: undefined,
      pending: undefined,
      browserHash,
      preSessionHash: undefined,
      network: '',
    }
  })
  registerProblemReplies(host)
  route(host, order, (context) => handler(context))
  await host.ready()
  return host
}

/** A use case: its effect and its answer in one transaction. */
const orderOnce: CallHandler<typeof order> = ({ body, remember }) =>
  inTransaction(site.db, async (trx) => {
    const number = (await allRows(trx, 'setting')).length + 1
    await storeSetting(trx, `order ${number}`)
    const answer = { status: 202, body: { what: body.what, number } } as const
    await remember(trx, answer)
    return answer
  })

type Sent = { key?: string; what?: string; browser?: string; host?: FastifyInstance }
async function send({ key, what = 'a book', browser = 'a browser', host = app }: Sent) {
  const headers = { 'x-browser': browser, ...(key !== undefined && { 'idempotency-key': key }) }
  const reply = await host.inject({ method: 'POST', url: '/order', headers, payload: { what } })
  return { status: reply.statusCode, body: reply.json() }
}

/** Runs a call with a key, without a host around it. */
function once(run: () => Promise<Problem | 'sent'>) {
  const request = {
    headers: { 'idempotency-key': 'k1' },
    visitor: {},
    params: {},
  } as unknown as FastifyRequest
  return createIdempotency(site.services).once(order, request, {}, run)
}

const orders = async () => (await allRows(site.db, 'setting')).length

test('without a key every request is executed', async () => {
  await send({})
  await send({})
  expect(await orders()).toBe(2)
})

test('the same key with the same body repeats the first answer and does nothing', async () => {
  const first = await send({ key: 'k1' })
  expect(first).toEqual({ status: 202, body: { what: 'a book', number: 1 } })
  expect(await send({ key: 'k1' })).toEqual(first)
  expect(handler).toHaveBeenCalledTimes(1)
  expect(await orders()).toBe(1)
})

test('the same key with another body is refused', async () => {
  await send({ key: 'k1' })
  const second = await send({ key: 'k1', what: 'two books' })
  expect(second).toMatchObject({ status: 409, body: { code: 'idempotency-conflict' } })
  expect(await orders()).toBe(1)
})

test('keys belong to a browser', async () => {
  await send({ key: 'k1', browser: 'one' })
  expect(await send({ key: 'k1', browser: 'other', what: 'two books' })).toMatchObject({ status: 202 })
})

test('of many at once one runs, and all get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ key: 'k1' })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(handler).toHaveBeenCalledTimes(1)
  expect(await orders()).toBe(1)
})

test('of several processes one commits, and the others repeat its answer', async () => {
  const others = await Promise.all([hostOf(site), hostOf(site), hostOf(site)])
  const answers = await Promise.all(
    [app, ...others].flatMap((host) => [send({ key: 'k1', host }), send({ key: 'k1', host })]),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 202 })
  expect(await orders()).toBe(1)
  await Promise.all(others.map((host) => host.close()))
})

test('a process that is refused because another one has just done it answers what that one answered', async () => {
  const other = await hostOf(site)
  handler.mockImplementationOnce(async () => {
    await send({ key: 'k1' })
    return new Problem('order-moved')
  })
  const second = await send({ key: 'k1', host: other })
  expect(second).toEqual({ status: 202, body: { what: 'a book', number: 1 } })
  expect(await orders()).toBe(1)
  await other.close()
})

test('a process that dies before its commit leaves a key that can be used again', async () => {
  handler.mockImplementationOnce(async ({ remember }) => {
    await inTransaction(site.db, async (trx) => {
      await storeSetting(trx, 'half')
      await remember(trx, { status: 202, body: { what: 'a book', number: 1 } })
      throw new Error('the process dies here')
    })
    throw new Error('not reached')
  })
  expect(await send({ key: 'k1' })).toMatchObject({ status: 500 })
  expect(await orders()).toBe(0)
  expect(await send({ key: 'k1' })).toEqual({ status: 202, body: { what: 'a book', number: 1 } })
})

test('a process that dies after its commit has answered: the key repeats it', async () => {
  handler.mockImplementationOnce(async (context) => {
    await orderOnce(context)
    throw new Error('the process dies here')
  })
  expect(await send({ key: 'k1' })).toMatchObject({ status: 500 })
  expect(await send({ key: 'k1' })).toEqual({ status: 202, body: { what: 'a book', number: 1 } })
  expect(await orders()).toBe(1)
})

test('a refusal is not stored: the key may be tried again, with corrected input', async () => {
  handler.mockImplementationOnce(() => new Problem('invalid', { fields: { what: 'field_invalid' } }))
  expect(await send({ key: 'k1', what: '' })).toMatchObject({ status: 422 })
  expect(await send({ key: 'k1', what: 'a book' })).toMatchObject({ status: 202 })
})

test('an answer that was not kept with its effect is kept afterwards', async () => {
  handler.mockImplementationOnce(() => ({ status: 202, body: { what: 'a book', number: 7 } }))
  await send({ key: 'k1' })
  expect(await send({ key: 'k1' })).toEqual({ status: 202, body: { what: 'a book', number: 7 } })
})

test('an answer from before an update is repeated after it', async () => {
  await send({ key: 'k1' })
  const [kept] = await allRows(site.db, 'idempotent_reply')
  expect([kept?.key_hash.toString('hex'), kept?.request_hash.toString('hex')]).toEqual([
    '59588fe7da45b165f447d427fa2ed46debac337fdaa23acd56108e2a96f81250',
    '50c44eedcf74b17030021410db2756367e9ee3b09f0dfbe2f1d12ea06d6c15ae',
  ])
})

test('an answer from before a change of the secret is repeated while the former secret is set', async () => {
  await send({ key: 'k1' })
  const { config } = site.services
  const changed = { ...config, appSecret: 'another secret of the tests', previousAppSecret: config.appSecret }
  const after = await hostOf({ ...site, services: { ...site.services, config: changed } })
  expect((await send({ key: 'k1', host: after })).body.number).toBe(1)
  expect((await send({ key: 'k2', host: after })).body.number).toBe(2)
  expect((await send({ key: 'k2', host: after })).body.number).toBe(2)
  await after.close()
})

test('a reply that a call wrote itself is not kept', async () => {
  expect(await once(async () => 'sent')).toBe('sent')
  expect(await once(async () => new Problem('not-found'))).toMatchObject({ code: 'not-found' })
})

test('a key lost to a deleted answer is answered with a request to retry in a second', async () => {
  const other = await hostOf(site)
  handler.mockImplementationOnce(async (context) => {
    await send({ key: 'k1' })
    return Promise.resolve(orderOnce(context)).catch(async (taken) => {
      await emptyTables(site.db, 'idempotent_reply')
      throw taken
    })
  })
  const headers = { 'idempotency-key': 'k1' }
  const reply = await other.inject({ method: 'POST', url: '/order', headers, payload: { what: 'a book' } })
  expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '1',
  ])
  await other.close()
})

test('an exception of a call is rethrown', async () => {
  const thrown = once(async () => {
    throw new Error('no more paper')
  })
  await expect(thrown).rejects.toThrow('no more paper')
})

test('an answer is repeated for 24 hours, then the key is new', async () => {
  await send({ key: 'k1' })
  site.clock.advanceReal({ hours: 23, minutes: 59 })
  expect((await send({ key: 'k1' })).body.number).toBe(1)
  site.clock.advanceReal({ minutes: 1 })
  expect((await send({ key: 'k1' })).body.number).toBe(2)
  expect((await send({ key: 'k1' })).body.number).toBe(2)
  await deleteAnswersBefore(site.services.database, site.clock.real())
  expect((await send({ key: 'k1' })).body.number).toBe(3)
})

test.each([
  ['x'.repeat(255), 202],
  ['x'.repeat(256), 400],
  ['', 400],
  ['with space', 400],
  ['with\u00e4', 400],
])('a key has 1 to 255 visible characters: %j', async (key, status) => {
  expect((await send({ key })).status).toBe(status)
})

test('no idempotent call of the contract answers with a secret that would be kept', () => {
  const idempotent = Object.entries<Call>(calls).filter(([, call]) => call.idempotent)
  expect(idempotent).not.toEqual([])
  for (const [name, call] of idempotent) {
    const replies = Object.values(call.replies).map((schema) => JSON.stringify(z.toJSONSchema(schema)))
    // a list "code" is the code files of a video
    const secrets = replies.filter((text) => /secret|token|password|code":(?!\{"type":"array")/i.test(text))
    expect([name, secrets]).toEqual([name, []])
  }
})
