import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBroadcast } from '#server/front/admin/broadcasts/broadcast.store.ts'
import { decideNewsletter } from '#server/identity/accounts/newsletter-consent.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { addressOf, createTestDatabase } from '#support/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { type Payer, seedPayers } from '#support/payers.ts'
import { rounds } from '#support/rounds.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'
import { type SmtpServerForTests, startSmtpServer } from '#support/smtp.ts'
import { markAllConfirmed } from '#support/stored/contacts.ts'
import { hurryJobs, waitingJobs } from '#support/stored/jobs.ts'
import { broadcastMails, changeUnsent, releaseMails } from '#support/stored/mails.ts'
import { emptyTables } from '#support/stored/rows.ts'

// A newsletter over a mail server that puts off every second mail, while the worker is killed twice; the web process
// beside it does nothing. In the end each recipient got it once, or it is unknown whether they did: at most one for each connection and kill. Who has
// unsubscribed, before or meanwhile, gets none (decisions/128-broadcasts.md).

const count = rounds.broadcastMails
const kills = 2
/** Connections of a process, one mail each (`send-due-mails.ts`). */
const connections = 25
const leavers = 5
let database: Database
let site: KillableSite
let smtp: SmtpServerForTests
let web: ServerProcess

beforeAll(async () => {
  smtp = await startSmtpServer()
  database = await createTestDatabase()
  site = await killableSite(database)
  web = await startServerProcess({
    ...settings(),
    ROLE: 'web',
    DATABASE_URL: await addressOf(database),
    DATA_DIR: site.dataDir,
  })
  await web.ready()
}, 180_000)
afterAll(async () => {
  await site.end()
  await web.stop('SIGKILL')
  await smtp.close()
  await database.close()
})

test(`a newsletter to ${count}, through ${kills} kills, reaches nobody twice`, async () => {
  const people = await seedSubscribers(count + leavers)
  const never = people.slice(0, leavers)
  for (const person of never) await decide(person)
  let asked = 0
  smtp.treat((address) => {
    asked += 1
    // the first try of every second mail
    const isPutOff = asked % 2 === 0 && smtp.asked.filter((other) => other === address).length === 1
    return isPutOff ? { code: 450, message: 'later' } : undefined
  })
  expect([await broadcastMails(database.db), await waitingJobs(database.db, 'upkeep%')]).toEqual([[], []])
  for (let kill = 0; kill < kills; kill += 1) {
    await start()
    const wanted = ((kill + 1) * count) / (kills + 2)
    await until(() => smtp.received.length >= wanted)
    await site.kill()
  }
  const reached = () => smtp.received.flatMap(({ recipients }) => recipients)
  const claimed = new Set(
    (await broadcastMails(database.db)).filter(({ taken }) => taken).map(({ to }) => to),
  )
  const leaving = people
    .slice(leavers)
    .filter(({ email }) => !reached().includes(email) && !claimed.has(email))
    .slice(0, leavers)
  expect(leaving).toHaveLength(leavers)
  for (const person of leaving) await decide(person)

  await start()
  expect([await configStatus(site.server), await configStatus(web)]).toEqual([404, 200])
  const waiting = async () =>
    (await broadcastMails(database.db)).filter(({ state }) => state === 'waiting').length
  await until(async () => {
    await dueAgain()
    await hurryJobs(database.db, 'send-mails')
    return (await waiting()) === 0
  }, 500)
  const mails = await broadcastMails(database.db)
  const unsubscribed = new Set([...never, ...leaving].map(({ email }) => email))
  const stayed = mails.filter(({ to }) => !unsubscribed.has(to))
  expect(stayed).toHaveLength(count - leavers)
  expect(stayed.filter(({ state }) => state !== 'sent' && state !== 'unknown')).toEqual([])
  const times = Map.groupBy(reached(), (address) => address)
  expect([...times].filter(([, got]) => got.length > 1)).toEqual([])
  expect([...times.keys()].filter((address) => unsubscribed.has(address))).toEqual([])
  expect(stayed.filter(({ to, state }) => state === 'sent' && !times.has(to))).toEqual([])
  expect(mails.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(kills * connections)
}, 600_000)

async function start(): Promise<void> {
  // mails claimed by the killed process are held for three minutes, which the test skips
  await releaseMails(database.db, new Date())
  await dueAgain()
  await site.start({ ...settings(), ROLE: 'worker' })
}

/** What a visitor of the site would get for its settings. */
async function configStatus({ port }: ServerProcess): Promise<number | undefined> {
  const asked = get({ port, path: '/api/config', headers: { host: 'films.example.org' } })
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.resume()
  return reply.statusCode
}

const settings = () => ({
  DEMO: '0',
  BASE_URL: 'https://films.example.org',
  APP_SECRET: 'tR7#kq0ZpW2vLx9mNc4BhYd6UeSa1JfG',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Films <films@example.org>',
  // all of them within the first minute
  MAIL_PER_HOUR: String(Math.min(1_000_000, 60 * (count + leavers))),
})

/** Mails that were put off are due, and no host is paused. */
async function dueAgain(): Promise<void> {
  await emptyTables(database.db, 'mail_pause')
  await changeUnsent(database.db, { nextAttemptAt: new Date() })
}

async function until(isSo: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> {
  while (!(await isSo())) {
    const { process, output } = site.server
    if (process.exitCode !== null) throw new Error(`it ended: ${output().stderr}`)
    await new Promise((wake) => setTimeout(wake, everyMs))
  }
}

/** Owners who agreed to the newsletter, and a newsletter that is to be sent now. */
async function seedSubscribers(number: number): Promise<readonly Payer[]> {
  const people = await seedPayers(database, number)
  const at = new Date(Date.now() - 30 * 86_400_000)
  await database.db.updateTable('account').set({ created_at: at }).execute()
  await markAllConfirmed(database.db, at)
  for (const person of people) await decide(person, 'Tell me the news.')
  await inTransaction(database.db, (trx) =>
    insertBroadcast(trx, {
      id: randomUUID(),
      kind: 'newsletter',
      language: 'en',
      subject: 'Three new videos',
      text: 'Hello.',
      to_language: null,
      to_status: null,
      created_at: new Date(),
      send_at: new Date(),
      recipients: number,
    }),
  )
  return people
}

function decide({ accountId }: Payer, text?: string): Promise<unknown> {
  return inTransaction(database.db, (trx) =>
    decideNewsletter(trx, {
      id: randomUUID(),
      accountId,
      at: new Date(),
      means: 'profile',
      ...(text !== undefined && { text }),
    }),
  )
}
