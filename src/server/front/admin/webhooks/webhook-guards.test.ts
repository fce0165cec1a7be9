import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sealWebhookSecret } from '#server/front/webhooks/webhook-secret.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sellingSite, signedInAdmin, theAdmin } from '#support/admin.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { insertEndpoint } from './webhook-desk.store.ts'

const site = testApp({ settings: { ...sellingSite, RATE_LIMITS: '1000' } })
let admin: TestClient
const id = '0a000000-0000-4000-8000-000000000001'
const endpoint = { url: 'https://receiver.example/', events: ['user.added' as const] }
beforeAll(async () => {
  admin = await signedInAdmin(site)
  const { config, database } = site.services
  const secret = sealWebhookSecret(config, id, 'whsec_eA==')
  const row = { id, ...endpoint, active: true, secret, created_at: site.clock.real() }
  await inTransaction(database.db, (trx) => insertEndpoint(trx, row))
})

const stored = () => allRows(site.db, 'webhook_endpoint')
const proof = { password: theAdmin.password, code: '000000' }
/** Every change of endpoints, which needs password and second factor in that call. */
const changes = [
  ['addWebhook', endpoint],
  ['changeWebhook', { id, ...endpoint, active: false }],
  ['deleteWebhook', { id }],
  ['renewWebhookSecret', { id }],
] as const

test.each(changes)('%s needs the password and a code of the second factor', async (name, body) => {
  const before = await stored()
  for (const [given, code] of [
    [proof, 'second-factor-failed'],
    [{ ...proof, password: 'wrong' }, 'wrong-password'],
  ] as const) {
    const { problem } = await admin.call(calls[name], { body: { ...body, ...given } })
    expect(problem?.code).toBe(code)
  }
  expect(await stored()).toEqual(before)
})

test.each(['https://10.0.0.1/', 'http://receiver.example/', 'https://[::1]/'])(
  'an endpoint is not moved to %s',
  async (url) => {
    const body = { id, ...endpoint, url, active: true, ...proof }
    const { problem } = await admin.call(calls.changeWebhook, { body })
    expect([problem?.code, problem?.errors]).toEqual(['invalid', { url: expect.any(String) }])
  },
)

test('a demo changes and sends none', async () => {
  const demo = await createTestApp({ settings: { DEMO: '1' } })
  const operator = await signedInAdmin(demo)
  const { password } = theAdmin
  for (const [name, body] of [
    ...changes.map(([change, sent]) => [change, { ...sent, ...proof }] as const),
    ['testWebhook', { id, password }] as const,
    ['resendWebhook', { id, password }] as const,
  ])
    expect([name, (await operator.call(calls[name], { body })).problem?.code]).toEqual([name, 'not-in-demo'])
  await demo.close()
})
