import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { createTestApp, testConfig } from '#support/test-app.ts'
import { openApi } from './openapi.ts'

const description = openApi(testConfig())
const text = JSON.stringify(description)

test('the description of the calls is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it has every call of the contract, and outside the demo none of the demo', () => {
  const described = (of: unknown) =>
    Object.entries((of as { paths: Record<string, object> }).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
  const known = Object.values(calls).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described(description).toSorted()).toEqual(known.toSorted())
  const production = openApi({ ...testConfig(), demo: false, https: true })
  expect(described(production)).toEqual(described(description).filter((line) => !line.includes(' /demo')))
  expect(JSON.stringify(production)).toContain('__Host-lectern-session')
})

test('it has the webhooks that this site sends', () => {
  const { webhooks } = description as { webhooks: Record<string, { post: { requestBody: object } }> }
  expect(Object.keys(webhooks)).toEqual(webhookEvents)
  expect(JSON.stringify(webhooks['payment.succeeded']?.post.requestBody)).toContain('"grossCents"')
})

test('every schema that is named elsewhere is there', () => {
  const places = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place = '']) => place.split('/'))
  expect(places).toContainEqual(['components', 'schemas', 'RichNode'])
  for (const place of places) {
    const found = place.reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], description)
    expect([place.join('/'), typeof found]).toEqual([place.join('/'), 'object'])
  }
})

test("a write says that it needs the token, a viewer's call that it needs the session", () => {
  const { paths } = description as { paths: Record<string, Record<string, { security: unknown }>> }
  expect(paths['/api/videos']?.get?.security).toEqual([{}])
  expect(paths['/auth/login']?.post?.security).toEqual([{ csrfToken: [] }])
  expect(paths['/api/video-history']?.get?.security).toEqual([{ session: [] }])
  expect(paths['/api/video/favorites/{id}']?.delete?.security).toEqual([{ session: [], csrfToken: [] }])
})

test('a write under /api accepts the user for whom a page was rendered', () => {
  const { paths } = description as {
    paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  }
  const takes = (path: string, method: string) =>
    paths[path]?.[method]?.parameters.some(({ name }) => name === 'X-Viewer')
  expect(takes('/api/account/name', 'put')).toBe(true)
  expect(takes('/api/videos', 'get')).toBe(false)
  expect(takes('/auth/logout', 'post')).toBe(false)
  expect(takes('/api/payment/{provider}/webhook', 'post')).toBe(false)
})

test('a signed call describes its body, and needs no token', () => {
  const { paths } = description as { paths: Record<string, Record<string, Operation>> }
  type Operation = { security: unknown; requestBody?: { required: boolean; content: object } }
  const webhook = paths['/api/payment/{provider}/webhook']?.post
  const unsubscribe = paths['/newsletter/unsubscribe']?.post
  expect([webhook?.security, unsubscribe?.security]).toEqual([[{}], [{}]])
  expect(webhook?.requestBody).toMatchObject({ required: true, content: { 'application/json': {} } })
  expect(unsubscribe?.requestBody?.required).toBe(false)
  expect(Object.keys(unsubscribe?.requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
})

test('a reply without a schema names its media type', () => {
  const { paths } = description as { paths: Record<string, Record<string, Operation>> }
  type Operation = { responses: Record<string, { content?: Record<string, { schema?: object }> }> }
  const successes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses['200']?.content ?? {}).map(([type, { schema }]) => ({ path, type, schema })),
    ),
  )
  expect(successes.find(({ path }) => path === '/api/account/users/report.csv')?.type).toBe('text/csv')
  const shapeless = successes.filter(({ schema }) => schema && Object.keys(schema).length === 0)
  expect(shapeless.map(({ path, type }) => `${path} ${type}`)).toEqual([])
})

test('the site serves it, and 304 to a client with the same bytes', async () => {
  const site = await createTestApp()
  const reply = await site.client().call(calls.openApi)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  expect(reply.body).toMatchObject({ openapi: '3.1.1', paths: { '/auth/register': { post: {} } } })
  const again = await site
    .client()
    .call(calls.openApi, { headers: { 'if-none-match': String(reply.headers.etag) } })
  expect(again.status).toBe(304)
  await site.close()
})
