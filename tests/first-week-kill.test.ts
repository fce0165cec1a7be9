import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideNewsletter } from '#server/identity/accounts/newsletter-consent.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#support/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { seedPayers } from '#support/payers.ts'
import { rounds } from '#support/rounds.ts'
import { type SmtpServerForTests, startSmtpServer } from '#support/smtp.ts'
import { markAllConfirmed } from '#support/stored/contacts.ts'
import { changeUnsent, queuedMails } from '#support/stored/mails.ts'

// Users in their first week are due a message, and the server is killed repeatedly while it writes and sends them. In
// the end each message was written once and delivered. A message in transit during a kill may be delivered twice
// (decisions/031-mail-outbox.md), with the same Message-ID.

const count = 60
/** By turns while they are written and while they are sent; each costs a start of the server. */
const kills = Math.max(2, Math.ceil(rounds.kills / 2))
/** Mails that are on their way at the same time. */
const atOnce = 5
let database: Database
let site: KillableSite
let smtp: SmtpServerForTests

beforeAll(async () => {
  smtp = await startSmtpServer()
  database = await createTestDatabase()
  site = await killableSite(database)
}, 180_000)
afterAll(async () => {
  await site.end()
  await smtp.close()
  await database.close()
})

test(`a message of the first week to each of ${count}, through ${kills} kills, is ${count} messages`, async () => {
  await seedNewcomers()
  const settings = {
    DEMO: '0',
    BASE_URL: 'https://films.example.org',
    APP_SECRET: 'tR7#kq0ZpW2vLx9mNc4BhYd6UeSa1JfG',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Films <films@example.org>',
  }
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await site.start(settings)
    const progress = kill % 2 === 0 ? written : async () => smtp.received.length
    const wanted = (0.9 * count * (kill + 1)) / (kills + 1)
    while ((await progress()) < wanted) {
      if (server.process.exitCode !== null) throw new Error(`it ended: ${server.output().stderr}`)
      await new Promise((wake) => setTimeout(wake, 2))
    }
    await site.kill()
    // mails claimed by the killed process wait for two minutes, which the test skips
    await changeUnsent(database.db, { nextAttemptAt: new Date() })
  }
  expect(smtp.received.length).toBeLessThan(count)

  await site.start(settings)
  while ((await sent()) < count) await new Promise((wake) => setTimeout(wake, 100))
  const mails = await queuedMails(database.db)
  expect(mails).toHaveLength(count)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(count)
  const messages = smtp.received.map((mail) => `${mail.recipients.join()} ${mail.header('Message-ID')}`)
  expect(new Set(messages).size).toBe(count)
  expect(messages.length - count).toBeLessThanOrEqual(kills * atOnce)
}, 300_000)

/** Owners who agreed to the newsletter and confirmed their address two days ago. */
async function seedNewcomers(): Promise<void> {
  const people = await seedPayers(database, count)
  const at = new Date(Date.now() - 2 * 86_400_000)
  await markAllConfirmed(database.db, at)
  const text = 'Tell me by email when there is something new.'
  await inTransaction(database.db, async (trx) => {
    for (const { accountId } of people)
      await decideNewsletter(trx, { id: randomUUID(), accountId, at, means: 'registration', text })
  })
}

const written = async () => (await queuedMails(database.db)).length
const sent = async () => (await queuedMails(database.db)).filter(({ sentAt }) => sentAt !== null).length
