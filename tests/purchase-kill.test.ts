import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#support/database.ts'
import type { DyingPoint } from '#support/die-at.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { booksOf, type Payer, seedPayers, settled } from '#support/payers.ts'
import { rounds } from '#support/rounds.ts'
import { allInvoices, noticesOf } from '#support/stored/money.ts'

// A server that is killed at a named point of one user's purchase, while others are anywhere in theirs. It is restarted
// and continues, and users without an answer retry: each is charged once, and has one invoice.

const points: readonly DyingPoint[] = [
  'before-the-provider',
  'while-it-is-called',
  'before-it-is-stored',
  'after-the-commit',
]
/** Each point as often as another. */
const kills = Math.ceil(rounds.kills / points.length) * points.length
const buyersARound = 4
let database: Database
let site: KillableSite

beforeAll(async () => {
  database = await createTestDatabase()
  site = await killableSite(database)
  await site.start()
}, 180_000)
afterAll(async () => {
  await site.end()
  await database.close()
})

test(
  `${kills} kills during purchases charge everyone once`,
  async () => {
    const buyers = await seedPayers(database, kills * buyersARound)
    const all = buyers.map(({ accountId }) => accountId)
    let unanswered = 0
    for (let round = 0; round < kills; round += 1) {
      const point = points[round % points.length]
      await site.kill()
      const server = await site.start({
        NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'support/die-at.ts')}`,
        DIE_AT: String(point),
        DIE_AFTER: String(round % buyersARound),
      })
      // the leftovers of the previous one are completed first
      await settled(database)
      server.process.kill('SIGUSR2')
      while (!server.output().stdout.includes('armed')) await new Promise((wake) => setTimeout(wake, 10))
      const mine = buyers.slice(round * buyersARound, (round + 1) * buyersARound)
      const answers = await Promise.all(mine.map((buyer) => buy(buyer).catch(() => 0)))
      expect([point, await server.exited], 'it dies at the point').toEqual([point, null])
      unanswered += answers.filter((status) => status === 0).length
    }
    await site.start()
    await settled(database)
    console.log(`${unanswered} of ${buyers.length} buyers got no answer`)
    expect(unanswered).toBeGreaterThanOrEqual(kills)

    // some were killed before anything was written down; asking again is harmless for the others
    for (const buyer of buyers) expect([200, 409]).toContain(await buy(buyer))
    await settled(database)
    const once = { charges: 1, invoices: 1, books: 'captured 1190, invoiced 1190' }
    expect(await booksOf(database, all)).toEqual(new Map(all.map((id) => [id, once])))
    const invoices = await allInvoices(database.db)
    expect(invoices.map(({ number }) => Number(number.slice(5)))).toEqual(all.map((_, index) => index + 1))
    expect(await noticesOf(database.db)).toEqual([])
  },
  120_000 + kills * 45_000,
)

/** Subscribes by the month, as the last step of the wizard does. */
async function buy({ token, setup }: Payer): Promise<number> {
  const cookie = `lectern-session=${token}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(site.server.url + path, { ...init, headers: { ...init.headers, cookie } })
  const csrf = (await (await ask('/api/csrf-token')).json()) as { token: string }
  const reply = await ask('/api/subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf.token },
    body: JSON.stringify({
      interval: { value: 1, unit: 'm' },
      paymentProvider: 'sandbox',
      setupIntent: setup,
    }),
  })
  return reply.status
}
