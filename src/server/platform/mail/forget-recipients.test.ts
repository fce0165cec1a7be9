import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { registerIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import { type MailOrder, queueMail } from './queue-mail.ts'
import { alreadyRegisteredMail } from './templates/contacts.ts'

let delivery: Delivery
const site = openForTests(() =>
  createTestApp({
    settings: { SELLER_EMAIL: 'Shop@example.org' },
    services: { mail: { deliver: async () => delivery } },
  }),
)
beforeEach(async () => {
  delivery = { outcome: 'delivered' }
  await emptyTables(site.db, 'mail')
})

async function queue(to: string, effectKey = `about ${to}`, template: MailOrder['template'] = 'deleted') {
  const content = alreadyRegisteredMail({ email: to }, site.services.config, 'en')
  await inTransaction(site.db, (trx) => queueMail(trx, site.services, { effectKey, template, to, content }))
  await site.services.queue.drain()
}

async function laterBy(time: { hours: number; seconds?: number }) {
  site.clock.advance(time)
  await runUpkeep(site.services)
}

const rows = () => allRows(site.db, 'mail')
const recipients = async () => (await rows()).map(({ recipient }) => recipient)

test('a mail to an unknown address has no recipient an hour after it was sent, whatever its subject', async () => {
  await queue('Gone@example.org', 'deleted 1 Gone@example.org')
  await laterBy({ hours: 1 })
  expect(await recipients()).toEqual(['Gone@example.org'])
  await laterBy({ hours: 0, seconds: 1 })
  const [row] = await rows()
  expect(JSON.stringify(row)).not.toMatch(/@|gone/i)
  expect(row).toMatchObject({
    recipient: '',
    subject: '',
    text_body: '',
    html_body: '',
    sent_at: expect.any(Date),
  })
})

test("nor has one that was given up, even if the mail server's answer had it", async () => {
  delivery = { outcome: 'refused', forGood: true, reason: '550 gone@example.org: no such user' }
  await queue('gone@example.org', 'deleted 2')
  await laterBy({ hours: 1, seconds: 1 })
  expect(await rows()).toMatchObject([{ recipient: '', last_error: null, effect_key: 'deleted 2' }])
})

test('one that still waits keeps its recipient until it is delivered', async () => {
  delivery = { outcome: 'refused', forGood: false, reason: '450 later' }
  await queue('gone@example.org')
  await laterBy({ hours: 5 })
  expect(await recipients()).toEqual(['gone@example.org'])
  delivery = { outcome: 'delivered' }
  expect(await mailsTo(site, 'gone@example.org')).toHaveLength(1)
  await laterBy({ hours: 0 })
  expect(await recipients()).toEqual([''])
})

test('the same event still writes no second mail', async () => {
  await queue('gone@example.org', 'trial-ends 1')
  await laterBy({ hours: 2 })
  await queue('new@example.org', 'trial-ends 1')
  expect(await rows()).toHaveLength(1)
})

test('known addresses are kept: of contacts, confirmed or not, and of the operator', async () => {
  const email = 'Ada.Kept@example.org'
  await registerIn(site, site.client(), email)
  await emptyTables(site.db, 'mail')
  await queue(email)
  await queue('shop@example.org')
  await laterBy({ hours: 2 })
  expect((await recipients()).toSorted()).toEqual(['Ada.Kept@example.org', 'shop@example.org'])
})
