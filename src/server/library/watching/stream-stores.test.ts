import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { testDatabase } from '#support/database.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { storeUser } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { findGrant, removeExpiredGrants, removeGrantsOf, storeGrant } from './playback-grant.store.ts'
import { countStreams, markUsed, removeOldestStream, reviveGrant, storeStream } from './stream.store.ts'
import { findWatcher } from './watcher.store.ts'

const [ada, bob] = [randomUUID(), randomUUID()]
const accountId = randomUUID()
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const usage = { now, since: by(-9) }

const database = testDatabase()
beforeAll(async () => {
  const { db } = database
  await storeCategory(db, 'all')
  for (const id of ['a', 'b']) await storeVideo(db, id, { category_id: 'all' })
})
beforeEach(async () => {
  await emptyTables(database.db, 'playback_grant', 'account')
  await storeRows(database.db, 'account', { id: accountId, name: 'Team', created_at: now })
  await storeUser(database.db, accountId, { id: ada, role: 'owner', email: 'ada@example.org' }, now)
  await storeUser(database.db, accountId, { id: bob, email: 'bob@example.org' }, now)
})

type Change = Partial<Insertable<Tables['playback_grant']>>

/** Playbacks of Ada's in one player, which count as streams by a millisecond, unless they say otherwise. */
async function store(grants: Readonly<Record<string, Change>>): Promise<void> {
  for (const [name, change] of Object.entries(grants))
    await storeRows(database.db, 'playback_grant', {
      grant_hash: sha256(name),
      browser_hash: sha256('browser'),
      video_id: 'a',
      user_id: ada,
      player: 'tab',
      opened_at: by(-10),
      last_used_at: by(-8),
      expires_at: by(1),
      ...change,
    })
}
const rows = () => allRows(database.db, 'playback_grant')
/** The names of those that are there, or that have this. */
async function names(of: readonly string[], is: Partial<Tables['playback_grant']> = {}): Promise<string[]> {
  const hashes = (await rows())
    .filter((row) =>
      Object.entries(is).every(([column, at]) => Number(row[column as 'opened_at']) === Number(at)),
    )
    .map((row) => row.grant_hash.toString('hex'))
  return of.filter((name) => hashes.includes(sha256(name).toString('hex')))
}
const kinds = {
  counts: {},
  unused: { last_used_at: by(-9) },
  expired: { expires_at: now },
  otherBrowser: { browser_hash: sha256('another browser') },
  otherFilm: { video_id: 'b' },
  otherPlayer: { player: 'other' },
  signedOut: { user_id: null, last_used_at: by(-9) },
  ofBob: { user_id: bob },
}
const allKinds = Object.keys(kinds)
const player = { browserHash: sha256('browser'), videoId: 'a', player: 'tab' }

describe('that playbacks are used', () => {
  beforeEach(() => store(kinds))
  const mark = async (used: Parameters<typeof markUsed>[1], until?: Date) =>
    (await markUsed(database.db, used, { ...usage, ...(until && { until }) })).isUsed

  test('is known as the first use since they were opened', async () => {
    await storeGrant(database.db, {
      grantHash: sha256('new'),
      browserHash: sha256('browser of new'),
      userId: undefined,
      viewerId: undefined,
      videoId: 'a',
      filmKey: 'film',
      smallFilmKey: undefined,
      openedAt: by(-5),
      expiresAt: by(100),
      player: 'tab',
    } as Parameters<typeof storeGrant>[1])
    const used = { grantHash: sha256('new') }
    expect(await markUsed(database.db, used, usage)).toEqual({ isUsed: true, isFirst: true })
    expect(await markUsed(database.db, used, { ...usage, now: by(1) })).toEqual({
      isUsed: true,
      isFirst: false,
    })
  })

  test("is recorded for one that counts, and for a signed-out viewer's", async () => {
    const answers: Record<string, boolean> = {}
    for (const name of [...allKinds, 'unknown']) answers[name] = await mark({ grantHash: sha256(name) })
    const used = allKinds.filter((name) => !['unused', 'expired'].includes(name))
    expect(Object.keys(answers).filter((name) => answers[name])).toEqual(used)
    expect(await names(allKinds, { last_used_at: now })).toEqual(used)
    expect(await names(allKinds, { expires_at: by(1) })).toEqual(
      allKinds.filter((name) => name !== 'expired'),
    )
  })

  test('is noted of a player’s of one film, which live longer then', async () => {
    expect(await mark(player, by(7))).toBe(true)
    const used = ['counts', 'signedOut', 'ofBob']
    expect(await names(allKinds, { last_used_at: now })).toEqual(used)
    expect(await names(allKinds, { expires_at: by(7) })).toEqual(used)
  })

  test('is noted of all that a browser has of one film where the player has no name', async () => {
    await mark({ ...player, player: undefined })
    const used = ['counts', 'otherPlayer', 'signedOut', 'ofBob']
    expect(await names(allKinds, { last_used_at: now })).toEqual(used)
  })
})

describe('the playback that was opened last', () => {
  const opened = {
    earlier: { last_used_at: by(-99) },
    last: { opened_at: by(-3), last_used_at: by(-99) },
    expired: { opened_at: by(-2), expires_at: now },
    other: { opened_at: by(-1), player: 'other' },
  }
  const revive = (until?: Date) =>
    database.db
      .transaction()
      .execute((trx) => reviveGrant(trx, player, { ...usage, ...(until && { until }) }))

  test.each([undefined, by(7)])('counts again (until %s)', async (until) => {
    await store(opened)
    expect(await revive(until)).toBe(true)
    expect(await names(Object.keys(opened), { last_used_at: now })).toEqual(['last'])
    expect(await names(Object.keys(opened), { expires_at: by(7) })).toEqual(until ? ['last'] : [])
    expect(await names(Object.keys(opened), { expires_at: by(1) })).toHaveLength(until ? 2 : 3)
  })

  test('does not where none lives', async () => {
    await store({ expired: opened.expired, other: opened.other })
    expect(await revive()).toBe(false)
  })
})

describe('the streams of a user', () => {
  test('are those that are used and live', async () => {
    await store(kinds)
    const count = (userId: string) => countStreams(database.db, { userId }, usage)
    expect([await count(ada), await count(bob)]).toEqual([4, 1])
  })

  test('end with the one that was opened first', async () => {
    const streams = {
      ofBob: { user_id: bob, opened_at: by(-99) },
      unused: { last_used_at: by(-9), opened_at: by(-98) },
      expired: { expires_at: now, opened_at: by(-97) },
      second: { opened_at: by(-11) },
      first: { opened_at: by(-12) },
    }
    await store(streams)
    await database.db.transaction().execute((trx) => removeOldestStream(trx, ada, usage))
    expect(await names(Object.keys(streams))).toEqual(['ofBob', 'unused', 'expired', 'second'])
  })

  const grant = (name: string) => ({
    grantHash: sha256(name),
    browserHash: sha256('browser'),
    userId: ada,
    videoId: 'a',
    filmKey: 'film',
    smallFilmKey: 'small film',
    expiresAt: by(300),
    openedAt: now,
    player: name,
  })
  const limit = { ...usage, most: 1 }

  test('are opened up to a limit', async () => {
    expect(await storeStream(database, grant('first'), limit)).toBe(true)
    expect(await storeStream(database, grant('second'), limit)).toBe(false)
    expect(await names(['first', 'second'])).toEqual(['first'])
  })

  test("end with a user's streams, with those of all listed users, and on expiry", async () => {
    await store(kinds)
    await removeGrantsOf(database.db, [])
    expect(await names(allKinds)).toEqual(allKinds)
    await removeGrantsOf(database.db, [bob])
    expect(await names(allKinds)).toEqual(allKinds.filter((name) => name !== 'ofBob'))
    expect(await removeExpiredGrants(database.db, now)).toBe(1)
    expect(await names(allKinds)).toEqual(allKinds.filter((name) => !['ofBob', 'expired'].includes(name)))
  })
})

/** Counts the questions to the database. */
function counting() {
  const asked = { questions: 0 }
  const pool = {
    query: (...of: Parameters<Database['pool']['query']>) => {
      asked.questions += 1
      return database.pool.query(...of)
    },
  } as unknown as Database['pool']
  return { pool, asked }
}

describe('a playback is found', () => {
  const admin = randomUUID()
  const session = (name: string, userId: string, change: Partial<Insertable<Tables['session']>> = {}) =>
    storeRows(database.db, 'session', {
      token_hash: sha256(name),
      user_id: userId,
      kind: 'full',
      stay_signed_in: false,
      created_at: by(-9),
      last_seen_at: by(-9),
      expires_at: by(1),
      ...change,
    })
  const found = (name: string) => findGrant(database, sha256(name), now)
  const open = (name: string, change: Change = {}) =>
    store({ [name]: { browser_hash: sha256(`browser of ${name}`), film_key: 'film', ...change } })

  beforeEach(async () => {
    const other = randomUUID()
    await storeRows(database.db, 'account', { id: other, name: 'Operator', created_at: now })
    await storeUser(database.db, other, { id: admin, role: 'owner' }, now)
    // what must not be taken for the browser's
    await session('somewhere', bob)
    await session('anywhere', ada)
    await session('of the admin', admin)
  })

  test('with its opening data, by the signed-in user', async () => {
    await session('browser of asked', ada)
    await open('beside', { video_id: 'b' })
    const grant = {
      grantHash: sha256('asked'),
      browserHash: sha256('browser of asked'),
      userId: ada,
      videoId: 'a',
      filmKey: 'film',
      smallFilmKey: 'small film',
      expiresAt: by(5),
    }
    await storeGrant(database.db, { ...grant, openedAt: now, player: 'tab' })
    expect(await found('asked')).toEqual({ ...grant, viewerId: ada, lastUsedAt: now })
    const stored = (await rows()).find(({ grant_hash }) => grant_hash.equals(grant.grantHash))
    expect(stored).toMatchObject({ player: 'tab', opened_at: now, last_used_at: now })
    expect(await found('unknown')).toBeUndefined()
  })

  test('signed out, if an older program opened it', async () => {
    await open('asked', { user_id: null, film_key: null, last_used_at: null })
    expect(await found('asked')).toEqual({
      grantHash: sha256('asked'),
      browserHash: sha256('browser of asked'),
      userId: undefined,
      viewerId: undefined,
      videoId: 'a',
      filmKey: undefined,
      smallFilmKey: undefined,
      expiresAt: by(1),
      lastUsedAt: undefined,
    })
    await session('browser of asked', ada)
    expect(await found('asked')).toMatchObject({ userId: undefined, viewerId: ada })
  })

  test("opened signed out without a player's name", async () => {
    const film = { filmKey: 'film', smallFilmKey: undefined }
    const grant = { grantHash: sha256('asked'), browserHash: sha256('x'), videoId: 'a', ...film }
    const nobody = { userId: undefined, player: undefined }
    await storeGrant(database.db, { ...grant, ...nobody, expiresAt: by(5), openedAt: now })
    expect(await rows()).toMatchObject([{ user_id: null, player: null }])
  })

  test.each<[string, () => Promise<void>]>([
    ['whose session has ended', () => session('browser of asked', ada, { expires_at: now })],
    ['without a session', async () => {}],
    ['in whose browser somebody else is signed in', () => session('browser of asked', bob)],
    [
      'who was removed',
      async () => {
        await session('browser of asked', ada)
        await database.db.updateTable('account_user').set({ removed_at: now }).where('id', '=', ada).execute()
      },
    ],
    [
      'in whose account the admin is',
      () => session('browser of asked', ada, { switched_from: sha256('of the admin') }),
    ],
  ])('for no user %s', async (_, prepare) => {
    await open('asked')
    await prepare()
    expect(await found('asked')).toBeUndefined()
  })

  describe('for an admin switched into an account', () => {
    const switched = (from = 'of the admin') =>
      session('browser of asked', ada, { switched_from: sha256(from) })
    beforeEach(() => open('asked', { user_id: admin }))

    test('while both sessions exist', async () => {
      await switched()
      expect(await found('asked')).toMatchObject({ userId: admin, viewerId: ada })
    })

    test('not once their own session has ended, or was deleted', async () => {
      await session('ended', admin, { expires_at: now })
      await switched('ended')
      expect(await found('asked')).toBeUndefined()
    })

    test('not once the user is removed', async () => {
      await switched()
      await database.db.updateTable('account_user').set({ removed_at: now }).where('id', '=', ada).execute()
      expect(await found('asked')).toBeUndefined()
    })
  })

  test('together with concurrent requests of others', async () => {
    await store({ one: { user_id: null }, two: { user_id: null, video_id: 'b' } })
    const { pool, asked } = counting()
    const answers = await Promise.all(
      ['one', 'unknown', 'two'].map((name) => findGrant({ pool }, sha256(name), now)),
    )
    expect(answers.map((grant) => grant?.videoId)).toEqual(['a', undefined, 'b'])
    expect(asked.questions).toBe(1)
  })
})

describe('who watches', () => {
  const carl = randomUUID()
  const dora = randomUUID()
  const eve = randomUUID()
  const other = randomUUID()

  beforeEach(async () => {
    const { db } = database
    await storeRows(db, 'account', { id: other, name: 'Other', created_at: now })
    await storeUser(db, other, { id: eve }, now)
    await storeUser(db, accountId, { id: carl, removed_at: now }, now)
    await storeUser(db, accountId, { id: dora, role: 'manager' }, now)
    await storeContact(db, { accountId, userId: ada }, { email: 'a@example.org', confirmedAt: now }, now)
    await storeSubscription(db, accountId, { status: 'active', until: by(9), licenseCount: 5 })
    await storeViewing(db, { userId: ada, videoId: 'a', at: by(-1), seen: true, seconds: 3 })
    await storeViewing(db, { userId: ada, videoId: 'b', at: by(-2), seconds: 4 })
    await storeViewing(db, { userId: bob, videoId: 'a', at: by(-3), seconds: 5 })
    await store({
      used: {},
      older: { last_used_at: null },
      beside: { last_used_at: by(-7), expires_at: by(2) },
    })
  })

  const subscription = { status: 'active', until: by(9), pausedFrom: null, pausedUntil: null }
  const known = {
    accountId,
    role: 'owner',
    removed: false,
    confirmed: true,
    subscription,
    licenseCount: 5,
    usersBefore: 0,
    viewing: undefined,
    grant: undefined,
  }

  test('is known by role and seat, address and subscription', async () => {
    expect(await findWatcher(database, ada)).toEqual(known)
    const unconfirmed = { ...known, confirmed: false }
    expect(await findWatcher(database, bob)).toEqual({ ...unconfirmed, role: 'user', usersBefore: 1 })
    const carlIs = { ...unconfirmed, role: 'user', removed: true, usersBefore: 2 }
    expect(await findWatcher(database, carl)).toEqual(carlIs)
    // carl takes no seat any more
    expect(await findWatcher(database, dora)).toEqual({ ...unconfirmed, role: 'manager', usersBefore: 2 })
    const without = { subscription: undefined, licenseCount: 0, usersBefore: 0 }
    expect(await findWatcher(database, eve)).toEqual({
      ...unconfirmed,
      ...without,
      accountId: other,
      role: 'user',
    })
    expect(await findWatcher(database, randomUUID())).toBeUndefined()
  })

  test('is known with the record of a video and the playback that are asked for', async () => {
    const viewing = { viewedAt: by(-1), seen: true, positionSeconds: 3 }
    const grant = { expiresAt: by(1), lastUsedAt: by(-8) }
    const ask = (grantHash: Buffer) => findWatcher(database, ada, { videoId: 'a', grantHash })
    expect(await ask(sha256('used'))).toEqual({ ...known, viewing, grant })
    expect(await ask(sha256('older'))).toEqual({ ...known, viewing })
    expect(await ask(sha256('unknown'))).toEqual({ ...known, viewing })
  })

  test('is asked for together by those who come at the same moment', async () => {
    const { pool, asked } = counting()
    const answers = await Promise.all([
      findWatcher({ pool }, bob, { videoId: 'a' }),
      findWatcher({ pool }, randomUUID(), { videoId: 'a' }),
      findWatcher({ pool }, ada, { videoId: 'b', grantHash: sha256('beside') }),
      findWatcher({ pool }, eve),
    ])
    expect(answers).toMatchObject([
      { role: 'user', viewing: { positionSeconds: 5 }, grant: undefined },
      undefined as never,
      { role: 'owner', viewing: { positionSeconds: 4 }, grant: { lastUsedAt: by(-7) } },
      { accountId: other, viewing: undefined },
    ])
    expect(asked.questions).toBe(1)
  })
})
