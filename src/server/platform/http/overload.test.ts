import type { PoolClient } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'

const queue = 4

let viewer: SignedInViewer
const site = openForTests(() => createWatchingSite({ DATABASE_QUEUE: String(queue) }))
beforeAll(async () => {
  viewer = await site.viewer()
})

/** Does `work` while all connections are taken and so many queries wait, as many as may unless given. */
async function overloaded<Result>(work: () => Promise<Result>, waiting = queue): Promise<Result> {
  const { pool } = site.services.database
  const taken: PoolClient[] = []
  for (let count = 0; count < pool.options.max; count += 1) taken.push(await pool.connect())
  const queries = Array.from({ length: waiting }, () => pool.query('select 1').catch(() => {}))
  try {
    return await work()
  } finally {
    for (const connection of taken) connection.release()
    await Promise.all(queries)
  }
}

test('a call that has waited long enough is refused, and told to come again in some seconds', async () => {
  const { answer } = await overloaded(async () => ({ answer: await viewer.client.call(calls.videoHistory) }))
  expect(answer).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  expect(['1', '2', '3']).toContain(answer.headers['retry-after'])
  expect(answer.headers.connection).toBe('close')
  expect((await viewer.client.call(calls.videoHistory)).status).toBe(200)
})

test('calls above the limit wait, and each is answered in its own language', async () => {
  const { later } = await overloaded(async () => ({
    later: ['en', 'de', 'en', 'de'].map((language) =>
      site.client().call(calls.videoHistory, { headers: { 'accept-language': language } }),
    ),
  }))
  const answers = await Promise.all(later)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  const [english, german, ...others] = answers.map(({ problem }) => problem?.detail)
  expect(english).not.toBe(german)
  expect(others).toEqual([english, german])
})

test('a call that there is room for is looked at while others wait for the database', async () => {
  const answer = await overloaded(async () => ({ later: viewer.client.call(calls.videoHistory) }), queue - 1)
  expect((await answer.later).status).toBe(200)
})

test.each([
  ['the landing page', '/', 200],
  ['the page of a video', '/content/video/paid', 200],
  ['the list of all videos', '/api/videos', 200],
  ['the description of the calls', '/api/openapi.json', 200],
  ['whether the process lives', '/api/health/live', 200],
])('%s is never refused', async (_what, path, status) => {
  const answer = await overloaded(() => site.client().fetch('GET', path))
  expect(answer.status).toBe(status)
})

test('a film that is playing is not refused', async () => {
  const { body } = await viewer.client.call(calls.video, { params: { id: 'paid' } })
  await viewer.client.fetch('HEAD', body.source.url)
  const answer = await overloaded(() => viewer.client.fetch('HEAD', body.source.url))
  expect(answer.status).toBe(200)
})

test.each([
  // without a connection within two seconds the site is not ready, and reports it
  ['the health of the site', 'GET', '/api/health/ready', 503],
  // it is not signed
  ['what a payment provider tells', 'POST', '/api/payment/sandbox/webhook', 400],
] as const)('%s is looked at', async (_what, method, path, status) => {
  const answer = await overloaded(() => site.client().fetch(method, path, { csrf: 'none' }))
  expect(answer.status).toBe(status)
  expect(answer.headers['retry-after']).toBeUndefined()
})
