import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { rounds, seed } from '#support/rounds.ts'
import { seededRandom } from '#support/seeded-random.ts'

// A server that is killed while people register. Whoever got no answer asks again with the same Idempotency-Key, as the
// browser does; in the end everybody has one account and one mail.

const kills = rounds.kills
const peopleARound = 4
const random = seededRandom(seed)
let site: KillableSite

beforeAll(async () => {
  site = await killableSite()
  await site.start()
}, 120_000)
afterAll(() => site.end())

test(
  `${kills} kills in the middle of registering leave nothing half done and nothing doubled (seed ${seed})`,
  async () => {
    // one round undisturbed says how long registering takes on this machine, so that kills fall into the midst of it
    const everybody = peopleOf('u')
    const undisturbed = await Promise.all(everybody.map(openBrowser))
    const began = performance.now()
    for (const status of await Promise.all(undisturbed.map((browser) => browser.register())))
      expect(status).toBe(202)
    const usualMs = performance.now() - began
    let unanswered = 0
    for (let round = 0; round < kills; round += 1) {
      const people = peopleOf(round)
      const browsers = await Promise.all(people.map(openBrowser))
      const attempts = browsers.map((browser) => browser.register().catch(() => undefined))
      await new Promise((wake) => setTimeout(wake, moment(round) * usualMs))
      await site.kill()
      const answers = await Promise.all(attempts)
      unanswered += answers.filter((answer) => answer === undefined).length

      await site.start()
      for (const browser of browsers) expect(await browser.register()).toBe(202)
      everybody.push(...people)
    }
    console.log(`${unanswered} of ${everybody.length} registrations got no answer the first time`)
    expect(unanswered).toBeGreaterThan(0)

    // a mail that was on its way when the server was killed goes out again two minutes later
    const { mails } = await fetch(`${site.server.url}/demo/mails`).then((reply) => reply.json())
    const recipients: string[] = mails.map((mail: { to: string }) => mail.to)
    expect(recipients.length).toBeGreaterThan(0)
    expect(new Set(recipients).size).toBe(recipients.length)

    await site.server.stop()
    await site.look((database) => checkStored(database, everybody))
  },
  120_000 + kills * 30_000,
)

/** When a round's kill comes, as a share of the usual time: chance, spread over the rounds so that none is left out. */
function moment(round: number): number {
  return (1.2 * (round + random())) / kills
}

function peopleOf(round: number | string): string[] {
  return Array.from({ length: peopleARound }, (_, index) => `r${round}-p${index}@example.org`)
}

/** Looks at what is on the disk: one account, owner, contact, code and mail for everybody, and no account without them. */
async function checkStored(database: Database, everybody: readonly string[]): Promise<void> {
  const registered = await rowsOf(
    database,
    `select c.email, count(distinct a.id)::int as accounts, count(distinct u.id)::int as users,
         count(distinct k.code_hash)::int as codes, count(distinct m.id)::int as mails
       from contact c join account a on a.id = c.account_id
         left join account_user u on u.id = c.user_id and u.role = 'owner' and u.password_hash is not null
         left join contact_code k on k.contact_id = c.id
         left join mail m on m.recipient = c.email
       where c.email like 'r%-p%' group by c.email`,
  )
  const one = { accounts: 1, users: 1, codes: 1, mails: 1 }
  expect(new Map(registered.map(({ email, ...counts }) => [email, counts]))).toEqual(
    new Map(everybody.map((email) => [email, one])),
  )
  const halves = await rowsOf(
    database,
    `select a.id from account a where not exists (select from contact c join account_user u on u.id = c.user_id
         where c.account_id = a.id and u.account_id = a.id and c.is_primary and u.role = 'owner')`,
  )
  expect(halves).toEqual([])
}

async function rowsOf({ pool }: Database, text: string): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(text)).rows
}

/** A browser that registers somebody, and says the same key each time it tries. */
async function openBrowser(email: string): Promise<{ register(): Promise<number> }> {
  const key = randomUUID()
  const first = await fetch(`${site.server.url}/api/csrf-token`)
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  return {
    async register() {
      const { token } = await fetch(`${site.server.url}/api/csrf-token`, { headers: { cookie } }).then(
        (reply) => reply.json(),
      )
      const reply = await fetch(`${site.server.url}/auth/register`, {
        method: 'POST',
        headers: {
          cookie,
          'x-csrf-token': token,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ name: 'Ada', email, password: 'notes on the engine', termsAccepted: true }),
      })
      return reply.status
    },
  }
}
