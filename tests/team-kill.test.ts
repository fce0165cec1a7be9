import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountUser } from '#contract/accounts/accounts.ts'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { rounds, seed } from '#support/rounds.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allRows } from '#support/stored/rows.ts'

// A server that is killed while a team is saved: each change removes the last user, and adds and notifies another.
// Browsers without an answer retry with the same Idempotency-Key. In the end every change was made once, completely,
// with one mail each.

const kills = rounds.kills
const random = seededRandom(seed)
const owner = demoAccounts.flatMap(({ people }) => people).find(({ part }) => part === 'owner')
let site: KillableSite

beforeAll(async () => {
  site = await killableSite()
  await site.start()
}, 120_000)
afterAll(() => site.end())

test(
  `${kills} kills in the middle of saving users leave nothing half done and nothing doubled (seed ${seed})`,
  async () => {
    const browser = await signedIn()
    const first = await browser.team()
    let team = first
    const everybody: string[] = []
    /** The next change: the last user is removed, and another is added. */
    const nextChange = () => {
      const email = `kill${everybody.length}@example.org`
      const last = team.users.find(({ email: address }) => address === everybody.at(-1))
      everybody.push(email)
      const leaving = last ? [{ id: last.id, name: last.name, email: last.email, removed: true }] : []
      return {
        email,
        body: { users: [...leaving, { name: 'Kim', email }], notify: [email], version: team.version },
      }
    }

    // the fastest of some rounds undisturbed says how long it takes on this machine, so that kills fall into the midst of it
    let usualMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5; round += 1) {
      const { email, body } = nextChange()
      const began = performance.now()
      team = await browser.save(body, email)
      usualMs = Math.min(usualMs, performance.now() - began)
    }
    let unanswered = 0
    for (let round = 0; round < kills; round += 1) {
      const { email, body } = nextChange()
      const token = await browser.token()
      const attempt = browser.save(body, email, token).catch(() => undefined)
      await new Promise((wake) => setTimeout(wake, moment(round) * usualMs))
      await site.kill()
      if ((await attempt) === undefined) unanswered += 1

      await site.start()
      const before = team.version
      team = await browser.save(body, email)
      expect(team.version).toBe(before + 1)
      expect(team.users.map((user) => user.email)).toEqual([...first.users.map((user) => user.email), email])
    }
    console.log(`${unanswered} of ${kills} changes got no answer the first time`)
    expect(unanswered).toBeGreaterThan(0)
    expect(await browser.team()).toEqual(team)
    expect(team.version).toBe(first.version + everybody.length)

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

/** Checks the database: one user, contact, link and mail for each, and all but the last of them removed. */
async function checkStored({ db }: Database, everybody: readonly string[]): Promise<void> {
  const contacts = await allRows(db, 'contact')
  const [users, codes] = [await allRows(db, 'account_user'), await allRows(db, 'contact_code')]
  const mails = await queuedMails(db)
  const stored = Map.groupBy(contacts, ({ email }) => email)
  const whatIsOf = (email: string) => {
    const own = stored.get(email) ?? []
    const people = users.filter(({ id, account_id }) =>
      own.some((contact) => contact.user_id === id && contact.account_id === account_id),
    )
    return {
      users: people.length,
      contacts: own.length,
      codes: codes.filter(({ contact_id }) => own.some(({ id }) => id === contact_id)).length,
      mails: mails.filter(({ to }) => to === email).length,
      removed: people.some(({ removed_at }) => removed_at !== null),
      forgotten: people.some(({ forget_at }) => forget_at !== null),
    }
  }
  const one = { users: 1, contacts: 1, mails: 1 }
  const killed = [...stored.keys()].filter((email) => email.startsWith('kill'))
  expect(new Map(killed.map((email) => [email, whatIsOf(email)]))).toEqual(
    new Map(
      everybody.map((email) => {
        const left = email !== everybody.at(-1)
        return [email, { ...one, codes: left ? 0 : 1, removed: left, forgotten: left }]
      }),
    ),
  )
  const reachable = new Set(contacts.flatMap(({ is_primary, user_id }) => (is_primary ? [user_id] : [])))
  expect(users.map(({ id }) => id).filter((id) => !reachable.has(id))).toEqual([])
}

type Team = { readonly users: AccountUser[]; readonly version: number }

/** The demo owner's browser. */
async function signedIn() {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(site.server.url + path, { ...init, headers: { ...init.headers, cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: reply.status, body: await reply.json() }
  }
  const token = async (): Promise<string> => (await ask('/api/csrf-token')).body.token
  const post = async (path: string, body: unknown, csrf: string, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf, ...headers },
      body: JSON.stringify(body),
    })
  const { email, password } = owner ?? { email: '', password: '' }
  expect((await post('/auth/login', { email, password }, await token())).status).toBe(200)
  return {
    token,
    async team(): Promise<Team> {
      const { account } = (await ask('/api/user-session')).body
      return { users: account.users, version: account.version }
    },
    /** Says the same key each time for the same change. */
    async save(body: unknown, key: string, csrf?: string): Promise<Team> {
      const reply = await post('/api/account/users', body, csrf ?? (await token()), {
        'idempotency-key': key,
      })
      expect([reply.status, reply.body.code]).toEqual([200, undefined])
      return { users: reply.body.users, version: reply.body.version }
    },
  }
}
