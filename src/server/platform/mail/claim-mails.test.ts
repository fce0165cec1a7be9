import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { claimDueMails } from './claim-mails.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'mail', 'mail_pause'))

const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const heldUntil = by(180_000)

type Change = Partial<Insertable<Tables['mail']>>
type Mails = readonly (readonly [to: string, change?: Change])[]
const sent = { sent_at: by(-1) }
const failed = { failed_at: by(-1) }
const tried = { attempts: 1 }
const notDue = { next_attempt_at: by(1) }
/** By a process that sends it. */
const held = { ...notDue, taken_until: by(1) }

/** Mails that are due just now unless they say otherwise, in the order in which they were written. */
async function write(...mails: Mails): Promise<void> {
  for (const [to, change] of mails)
    await storeRows(database.db, 'mail', {
      id: randomUUID(),
      effect_key: randomUUID(),
      template: 'deleted',
      recipient: to,
      subject: to,
      text_body: to,
      html_body: to,
      created_at: by(-1),
      next_attempt_at: now,
      ...change,
    })
}
const pause = (scope: string, until: Date) =>
  storeRows(database.db, 'mail_pause', { scope, failures: 2, mail_id: null, until })

/** The recipients of claimed mails, each with its number of attempts. */
async function claimed(change: { limit?: number; knownOnly?: boolean } = {}): Promise<string[]> {
  const mails = await claimDueMails(database.db, { now, heldUntil, limit: 9, knownOnly: false, ...change })
  return mails.map(({ recipient, attempts }) => `${recipient} ${attempts}`).toSorted()
}

test('a mail is taken once it is due, neither earlier nor when it is out or given up; it is held then', async () => {
  await write(
    ['due@a.example'],
    ['early@b.example', notDue],
    ['out@c.example', sent],
    ['given-up@d.example', failed],
    ['tried@e.example', { ...tried, taken_until: now }],
  )
  expect(await claimed()).toEqual(['due@a.example 1', 'tried@e.example 2'])
  const rows = (await allRows(database.db, 'mail')).filter(({ taken_until }) => taken_until)
  expect(rows.map(({ taken_until, next_attempt_at }) => [taken_until, next_attempt_at])).toEqual([
    [heldUntil, heldUntil],
    [heldUntil, heldUntil],
  ])
  expect(await claimed()).toEqual([])
})

test('mails to a paused host wait until the pause has ended', async () => {
  await write(['ada@paused.example'], ['ada@over.example'], ['ada@other.example'])
  await pause('paused.example', by(1))
  await pause('over.example', now)
  expect(await claimed()).toEqual(['ada@other.example 1', 'ada@over.example 1'])
})

test.each([
  ['all wait', by(1), []],
  ['none waits any more', now, ['ada@a.example 1']],
])('while the mail server itself is paused %s', async (_, until, taken) => {
  await write(['ada@a.example'])
  await pause('*', until)
  expect(await claimed()).toEqual(taken)
})

test('mails never tried are first, at hosts without a failure, then the longest waiting', async () => {
  await write(
    ['tried@a.example', { ...tried, next_attempt_at: by(-9) }],
    ['second@b.example', { next_attempt_at: by(-1) }],
    ['first@c.example', { next_attempt_at: by(-2) }],
    ['failed@d.example', { next_attempt_at: by(-5) }],
  )
  await storeRows(database.db, 'mail_pause', { scope: 'd.example', failures: 1, mail_id: null, until: null })
  expect(await claimed({ limit: 1 })).toEqual(['first@c.example 1'])
  expect(await claimed({ limit: 1 })).toEqual(['second@b.example 1'])
  expect(await claimed({ limit: 1 })).toEqual(['failed@d.example 1'])
  expect(await claimed({ limit: 1 })).toEqual(['tried@a.example 2'])
})

const known: Mails = [['somebody@known.example', sent]]
test.each<[string, Mails, string[]]>([
  ['gets the first of two', [['ada@known.example'], ['ada@known.example', tried]], ['ada@known.example 1']],
  [
    'gets the later one while the first is not due',
    [
      ['ada@known.example', notDue],
      ['ada@known.example', tried],
    ],
    ['ada@known.example 2'],
  ],
  [
    'gets none while another is under way, in whatever order',
    [['ada@known.example'], ['ada@known.example', held]],
    [],
  ],
  [
    'gets the next once the hold has ended',
    [['ada@known.example', { ...held, taken_until: now }], ['ada@known.example']],
    ['ada@known.example 1'],
  ],
  [
    'gets the next after those that are out or given up',
    [['ada@known.example', sent], ['ada@known.example', failed], ['ada@known.example']],
    ['ada@known.example 1'],
  ],
  [
    'is not kept waiting by another one of the same domain',
    [['bob@known.example'], ['ada@known.example'], ['eve@known.example', held]],
    ['ada@known.example 1', 'bob@known.example 1'],
  ],
  ['does not wait for itself', [['ada@known.example', { taken_until: by(1) }]], ['ada@known.example 1']],
])('a recipient at a domain that took a mail before %s', async (_, mails, taken) => {
  await write(...known, ...mails)
  expect(await claimed()).toEqual(taken)
})

test.each<[string, Mails, string[]]>([
  ['the first of two', [['ada@new.example'], ['bob@new.example']], ['ada@new.example 1']],
  [
    'the one that was never tried, though it was written later',
    [['ada@new.example', tried], ['bob@new.example']],
    ['bob@new.example 1'],
  ],
  [
    'the first of two that were tried',
    [
      ['ada@new.example', tried],
      ['bob@new.example', tried],
    ],
    ['ada@new.example 2'],
  ],
  [
    'the later one while the first is not due',
    [['ada@new.example', notDue], ['bob@new.example']],
    ['bob@new.example 1'],
  ],
  ['none while another is under way', [['ada@new.example'], ['bob@new.example', held]], []],
  [
    'the next once the hold has ended',
    [['ada@new.example', { ...held, taken_until: now }], ['bob@new.example']],
    ['bob@new.example 1'],
  ],
  [
    'the next after one that was given up',
    [['ada@new.example', failed], ['bob@new.example']],
    ['bob@new.example 1'],
  ],
  [
    'its own beside those of other domains',
    [['ada@other.example'], ['bob@new.example']],
    ['ada@other.example 1', 'bob@new.example 1'],
  ],
])('a domain that never took a mail gets one at a time: %s', async (_, mails, taken) => {
  await write(...mails)
  expect(await claimed()).toEqual(taken)
})

test('mails that are due never wait for each other alone', async () => {
  const mail = fc.tuple(
    fc.constantFrom('ada@a.example', 'bob@a.example', 'ada@b.example', 'bob@b.example'),
    fc.constantFrom<Change>({}, tried, notDue, { ...tried, ...notDue }, failed),
  )
  const mails = fc.array(mail, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(mails, fc.boolean(), async (some, isKnown) => {
      await emptyTables(database.db, 'mail')
      if (isKnown) await write(['eve@a.example', sent])
      await write(...some)
      const due = some.filter(([, change]) => change !== failed && change?.next_attempt_at === undefined)
      const domains = new Set(due.map(([to]) => to.split('@')[1]))
      // somebody at each domain gets a mail
      expect(new Set((await claimed()).map((line) => line.split(/[@ ]/)[1]))).toEqual(domains)
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            ['ada@b.example', tried],
            ['ada@b.example', {}],
          ],
          false,
        ],
      ],
    },
  )
})

test('while many mails hang, only domains that took one before are written to', async () => {
  await write(...known, ['ada@known.example'], ['ada@new.example'])
  expect(await claimed({ knownOnly: true })).toEqual(['ada@known.example 1'])
  expect(await claimed()).toEqual(['ada@new.example 1'])
})

// the embedded database has one connection
if (testEngine === 'postgresql')
  test('mails being claimed by another process are skipped', async () => {
    await write(...known, ['ada@known.example'], ['bob@known.example'])
    await database.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('mail')
        .select('id')
        .where('recipient', '=', 'ada@known.example')
        .forUpdate()
        .execute()
      expect(await claimed()).toEqual(['bob@known.example 1'])
    })
  })
