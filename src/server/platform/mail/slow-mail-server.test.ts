import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Delivery, MailTransport } from '#server/platform/outside/mail.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { createTestDatabase, silentLog } from '#support/database.ts'
import { registrationOf } from '#support/people.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

const begun = Promise.withResolvers<void>()
const answered = Promise.withResolvers<Delivery>()
const hanging: MailTransport = {
  deliver: () => {
    begun.resolve()
    return answered.promise
  },
}

let site: TestApp
beforeAll(async () => {
  const database = await createTestDatabase()
  const queue = await startQueue({ database, log: silentLog, run: 'at-once' })
  site = await createTestApp({ services: { database, queue, mail: hanging } })
})
afterAll(async () => {
  answered.resolve({ outcome: 'delivered' })
  await site.close()
})

test('a mail server that does not answer keeps no visitor waiting', async () => {
  for (const email of ['first@example.org', 'second@example.org', 'third@example.org']) {
    const { status } = await site.client().call(calls.register, { body: registrationOf(email) })
    expect(status).toBe(202)
    await begun.promise
  }
})
