import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#support/database.ts'
import { freePort } from '#support/server-process.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const token = 'metrics:K7v2mQ9xR4bT8nW1pZ6c-reader'
const site = testApp({ settings: { METRICS_TOKEN: token } })

const read = (app = site.app, authorization: string | undefined = `Bearer ${token}`) =>
  app.inject({
    url: '/metrics',
    headers: { ...(authorization && { authorization }), host: 'localhost:3000' },
  })

const open = (url: string) =>
  site.app.inject({ url, headers: { host: 'localhost:3000', accept: 'text/html' } })

/** Returns the value of a series, as text; undefined if the series is missing. */
const seriesValue = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1)

test('requests are counted by route pattern, never by address', async () => {
  const id = '01980000-0000-7000-8000-00000000beef'
  await open(`/content/video/${id}`)
  await open('/nothing/of/this-name')
  const { payload, headers, statusCode } = await read()
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(payload).toContain('route="/content/video/:id"')
  expect(payload).toContain('route="/*",status="404"')
  expect(payload).not.toMatch(/beef|this-name|nodejs_active_/)
  expect(Number(seriesValue(payload, 'lectern_ready'))).toBe(1)
  expect(Number(seriesValue(payload, 'lectern_http_requests_open{route="/*"}'))).toBe(0)
})

describe('who has no token', () => {
  test.each([
    ['none', ''],
    ['another', 'Bearer metrics:K7v2mQ9xR4bT8nW1pZ6c-writer'],
    ['a beginning of it', `Bearer ${token.slice(0, -1)}`],
    ['it without a scheme', token],
  ])('with %s is told that there is no such page', async (_, authorization) => {
    const reply = await read(site.app, authorization)
    expect([reply.statusCode, reply.payload.includes('lectern_')]).toEqual([404, false])
  })
})

test('without the settings there are no metrics', async () => {
  const plain = await createTestApp()
  onTestFinished(() => plain.close())
  expect((await read(plain.app)).statusCode).toBe(404)
})

test('of two processes one reports the site, the other follows after a minute without requests for it', async () => {
  const { services } = site
  const other = await createTestApp({
    settings: { METRICS_TOKEN: token },
    services: { database: { ...services.database, close: async () => undefined } },
  })
  onTestFinished(() => other.close())
  const reports = async (app = site.app) => (await read(app)).payload.includes('lectern_jobs_running{queue=')
  await services.database.pool.query("delete from setting where name = 'metrics-reporter'")
  expect([await reports(), await reports(other.app), await reports()]).toEqual([true, false, true])
  await services.database.pool.query(`update setting
    set value = jsonb_set(value, '{until}', to_jsonb(now() - interval '1 second')) where name = 'metrics-reporter'`)
  expect([await reports(other.app), await reports()]).toEqual([true, false])
})

test('while the database is away, the process itself is still measured', async () => {
  const database = await createTestDatabase()
  const away = await createTestApp({ settings: { METRICS_TOKEN: token }, services: { database } })
  onTestFinished(() => away.close())
  const { db } = database
  Object.assign(database, { ready: async () => false })
  Object.defineProperty(database, 'db', {
    get() {
      throw new Error('the database is away')
    },
    configurable: true,
  })
  const { statusCode, payload } = await read(away.app)
  Object.defineProperty(database, 'db', { value: db })
  expect(statusCode).toBe(200)
  expect(seriesValue(payload, 'lectern_ready')).toBe('0')
  expect(seriesValue(payload, 'lectern_check_ok{check="database"}')).toBe('0')
  expect(payload).toContain('process_cpu_seconds_total')
  expect(payload).not.toMatch(/^lectern_mails\{/m)
})

describe('a port of its own', () => {
  test('serves the metrics, closes with the site, and is refused when it is taken', async () => {
    const port = await freePort()
    const settings = { METRICS_PORT: String(port) }
    const own = await createTestApp({ settings })
    const url = `http://127.0.0.1:${port}`
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await fetch(`${address}/robots.txt`, { headers: { host: 'localhost:3000' } })
    const { length } = await page.text()
    const text = await (await fetch(`${url}/metrics`)).text()
    const sent = Number(seriesValue(text, 'lectern_http_response_bytes_total{route="/robots.txt"}'))
    expect(sent).toBeGreaterThan(length)
    expect(sent).toBeLessThan(length + 2_000)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('lectern_ready 1')
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
    // the site's own address has none without a token
    expect((await read(own.app)).statusCode).toBe(404)
    await expect(createTestApp({ settings })).rejects.toThrow(`METRICS_PORT ${port} of 127.0.0.1 is taken`)
    await own.close()
    await expect(fetch(`${url}/metrics`)).rejects.toThrow()
  })

  test('asks for the token where there is one', async () => {
    const port = await freePort()
    const own = await createTestApp({ settings: { METRICS_PORT: String(port), METRICS_TOKEN: token } })
    onTestFinished(() => own.close())
    const url = `http://127.0.0.1:${port}/metrics`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })
})
