import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemMessageKey, problems } from '#contract/problems.ts'
import * as messages from '#messages/generated/messages.js'
import { Problem } from '#server/platform/runtime/problem.ts'
import { registerProblemReplies } from './problem-replies.ts'

const thrown: Record<string, unknown> = {
  bug: new TypeError('select * from secret_table in /srv/app/secret.ts'),
  connection: Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
  shutdown: Object.assign(new Error('terminating connection'), { code: '57P01' }),
  starting: Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  lost: Object.assign(new Error('connection failure'), { code: '08006' }),
  crowded: Object.assign(new Error('too many clients already'), { code: '53300' }),
  pool: new Error('timeout exceeded when trying to connect'),
  cut: new Error('Connection terminated unexpectedly'),
  disk: Object.assign(new Error('No space left on device'), { code: '53100' }),
  files: Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
  unique: Object.assign(new Error('duplicate key value'), { code: '23505', detail: 'Key (email)=(a@b.de)' }),
  aborted: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
  nothing: undefined,
  word: 'just a word',
}

const app = fastify({ genReqId: () => 'request-1' })
const logged: unknown[] = []
beforeAll(async () => {
  app.addHook('onRequest', async (request) => {
    request.log.error = (line: unknown) => void logged.push(line)
  })
  registerProblemReplies(app)
  app.get('/returned', async () => new Problem('too-many-requests', { retryAfterSeconds: 7 }))
  app.get('/sent', (_request, reply) => void reply.send(new Problem('forbidden')))
  app.get('/fields', async () => new Problem('invalid', { fields: { email: 'field_invalid' } }))
  app.get<{ Params: { name: string } }>('/thrown/:name', async ({ params }) => {
    throw thrown[params.name]
  })
  await app.ready()
})
afterAll(() => app.close())

test('a problem that is returned or sent is answered as problem details', async () => {
  const reply = await app.inject('/returned')
  expect(reply.statusCode).toBe(429)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '7',
    'cache-control': 'no-store',
  })
  expect(reply.json()).toEqual({
    type: '/problems/too-many-requests',
    title: 'Too many attempts. Please wait a moment and try again.',
    status: 429,
    detail: 'Too many attempts. Please wait a moment and try again.',
    code: 'too-many-requests',
    requestId: 'request-1',
  })
  expect((await app.inject('/sent')).json()).toMatchObject({ code: 'forbidden', status: 403 })
})

test('the fault of a field has a message', async () => {
  expect((await app.inject('/fields')).json().errors).toEqual({ email: 'This value is not valid.' })
})

test.each([
  ['bug', 500, 'server-error'],
  ['unique', 500, 'server-error'],
  ['nothing', 500, 'server-error'],
  ['word', 500, 'server-error'],
  ['connection', 503, 'unavailable'],
  ['shutdown', 503, 'unavailable'],
  ['starting', 503, 'unavailable'],
  ['lost', 503, 'unavailable'],
  ['crowded', 503, 'unavailable'],
  ['pool', 503, 'unavailable'],
  ['cut', 503, 'unavailable'],
  ['disk', 507, 'no-space'],
  ['files', 507, 'no-space'],
])('an exception (%s) is answered %d, logged, and reveals no details', async (name, status, code) => {
  logged.length = 0
  const reply = await app.inject(`/thrown/${name}`)
  expect(reply.statusCode).toBe(status)
  const body = reply.json()
  expect(body.code).toBe(code)
  expect(Object.keys(body).toSorted()).toEqual(['code', 'detail', 'requestId', 'status', 'title', 'type'])
  expect(reply.body).not.toMatch(/select|\.ts|10\.0\.0\.5|a@b\.de|node_modules|stack/)
  expect(reply.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
  expect(logged).toHaveLength(1)
})

test('a client that goes away in the middle of its body is no fault of ours', async () => {
  logged.length = 0
  expect((await app.inject('/thrown/aborted')).statusCode).toBe(400)
  expect(logged).toEqual([])
})

test('every problem has a sentence', () => {
  for (const code of Object.keys(problems) as (keyof typeof problems)[]) {
    expect(messages).toHaveProperty(problemMessageKey(code))
    expect(new Problem(code).toBody('x').detail).not.toBe('')
  }
})
