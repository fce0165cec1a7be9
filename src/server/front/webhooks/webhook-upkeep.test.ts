import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { upkeepSteps } from '#server/background.ts'
import { insertEndpoint } from '#server/front/admin/webhooks/webhook-desk.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startUpkeep } from '#server/platform/jobs/upkeep-rounds.ts'
import { sellingSite } from '#support/admin.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { sendDueWebhooks, sendWebhooksJob } from './send-due-webhooks.ts'
import { noteEvent } from './webhook.store.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

const site = testApp({ settings: { ...sellingSite, WEBHOOKS_TO_LOOPBACK: '1' } })
let receiver: Server
let received: number
let status: number
let retryAfter: string
beforeAll(async () => {
  receiver = createServer((_, response) => {
    received += 1
    response.writeHead(status, { 'retry-after': retryAfter }).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const [id, { config }] = [randomUUID(), site.services]
  await inTransaction(site.db, (trx) =>
    insertEndpoint(trx, {
      id,
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      events: ['account.changed'],
      active: true,
      secret: sealWebhookSecret(config, id, newWebhookSecret()),
      created_at: site.clock.real(),
    }),
  )
})
beforeEach(() => {
  received = 0
  status = 204
  retryAfter = '3600'
})
afterAll(() => receiver.close())

const happen = () => inTransaction(site.db, (trx) => noteEvent(trx, 'account.changed', { accountId: 'a' }))

test('what the site repeats each minute sends an event, without a call', async () => {
  const rounds: { everyMs: number; work: () => Promise<void> }[] = []
  const repeat = vi.spyOn(site.services.queue, 'repeat')
  repeat.mockImplementation(async (_, everyMs, work) => void rounds.push({ everyMs, work }))
  await startUpkeep(site.services, upkeepSteps)
  repeat.mockRestore()
  // the rounds at the start of the site
  await site.services.queue.drain()
  await happen()
  for (const { everyMs, work } of rounds) if (everyMs <= 60_000) await work()
  await site.services.queue.drain()
  expect(received).toBe(1)
})

test('a delivery that failed is sent again after five seconds, not by the next round alone', async () => {
  const { queue } = site.services
  status = 500
  retryAfter = '0'
  await happen()
  await queue.enqueue(site.db, sendWebhooksJob, {})
  await queue.drain()
  status = 204
  site.clock.advanceReal({ seconds: 6 })
  await queue.hasten(site.db, sendWebhooksJob)
  await queue.drain()
  expect(received).toBe(2)
})

test('a receiver that fails is given the time that it asks for', async () => {
  await site.db.deleteFrom('webhook_delivery').execute()
  status = 503
  await happen()
  await sendDueWebhooks(site.services)
  const [{ next_attempt_at: next } = expect.fail('no delivery')] = await allRows(site.db, 'webhook_delivery')
  expect(next.getTime() - site.clock.real().getTime()).toBe(3_600_000)
})

test('deliveries are kept for 30 days', async () => {
  await site.db.deleteFrom('webhook_delivery').execute()
  await happen()
  const countAfterUpkeep = async () => {
    await runUpkeep(site.services)
    await site.services.queue.drain()
    return (await allRows(site.db, 'webhook_delivery')).length
  }
  expect(await countAfterUpkeep()).toBe(1)
  site.clock.advanceReal({ hours: 30 * 24 })
  expect(await countAfterUpkeep()).toBe(1)
  site.clock.advanceReal({ minutes: 1 })
  expect(await countAfterUpkeep()).toBe(0)
})
