import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { rounds, seed } from '#support/rounds.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allRows } from '#support/stored/rows.ts'

// A server that is killed while users register. Browsers without an answer retry with the same Idempotency-Key; in the
// end each user has one account and one mail.

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

/**
 * The moment of a round's kill, as a share of the usual time: random, spread over the rounds so that none is left out.
 */
function moment(round: number): number {
  return (1.2 * (round + random())) / kills
}

function peopleOf(round: number | string): string[] {
  return Array.from({ length: peopleARound }, (_, index) => `r${round}-p${index}@example.org`)
}

/** Checks the database: one account, owner, contact, code and mail for each user, and no account without them. */
async function checkStored({ db }: Database, everybody: readonly string[]): Promise<void> {
  const contacts = await allRows(db, 'contact')
  const [accounts, users] = [await allRows(db, 'account'), await allRows(db, 'account_user')]
  const [codes, mails] = [await allRows(db, 'contact_code'), await queuedMails(db)]
  const owners = users.filter(({ role }) => role === 'owner')
  const registered = Map.groupBy(contacts, ({ email }) => email)
  const whatIsOf = (email: string) => {
    const own = registered.get(email) ?? []
    return {
      accounts: accounts.filter(({ id }) => own.some(({ account_id }) => account_id === id)).length,
      users: owners.filter(
        ({ id, password_hash }) => password_hash !== null && own.some(({ user_id }) => user_id === id),
      ).length,
      codes: codes.filter(({ contact_id }) => own.some(({ id }) => id === contact_id)).length,
      mails: mails.filter(({ to }) => to === email).length,
    }
  }
  const one = { accounts: 1, users: 1, codes: 1, mails: 1 }
  const emails = [...registered.keys()].filter((email) => /^r.*-p/.test(email))
  expect(new Map(emails.map((email) => [email, whatIsOf(email)]))).toEqual(
    new Map(everybody.map((email) => [email, one])),
  )
  const whole = new Set(
    contacts.flatMap(({ is_primary, user_id, account_id }) =>
      is_primary && owners.some((owner) => owner.id === user_id && owner.account_id === account_id)
        ? [account_id]
        : [],
    ),
  )
  expect(accounts.map(({ id }) => id).filter((id) => !whole.has(id))).toEqual([])
}

/** A browser that registers a user, with the same key in each attempt. */
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
