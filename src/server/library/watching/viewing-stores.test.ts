import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { isHeld, whileHeld } from '#support/held-lock.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { playedSecondsOf, watchedAt } from '#support/stored/watching.ts'
import { countPlayed } from './watched.store.ts'
import {
  deleteFavourite,
  favouritesOf,
  historyOf,
  historyRevision,
  insertFavourite,
  lockHistory,
  replaceViewing,
  replaceViewingAndMarkUsed,
  type ViewingChange,
  viewingOf,
} from './watching.store.ts'

const [ada, bob] = [randomUUID(), randomUUID()]
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
beforeAll(async () => {
  const { db } = database
  const [account = ''] = await storeOwners(
    db,
    [
      { name: 'Ada', email: 'ada@example.org', userId: ada },
      { name: 'Bob', email: 'bob@example.org', userId: bob },
    ],
    now,
  )
  await storeSubscription(db, account, { status: 'active', until: by(9), licenseCount: 1 })
  await storeCategory(db, 'all')
  for (const id of ['a', 'b', 'c', 'd']) await storeVideo(db, id, { category_id: 'all' })
  await storeVideo(db, 'withdrawn')
  await storeVideo(db, 'draft', { category_id: 'all', draft: true })
})
beforeEach(() =>
  emptyTables(database.db, 'viewing', 'viewing_revision', 'watched', 'favourite', 'playback_grant'),
)

const seen = { viewedAt: now, seen: true, positionSeconds: 4 }
const store = (userId: string, videoId: string, { viewedAt, ...viewing }: Viewing) =>
  storeRows(database.db, 'viewing', {
    user_id: userId,
    video_id: videoId,
    viewed_at: viewedAt,
    seen: viewing.seen,
    position_seconds: viewing.positionSeconds,
  })
const revision = (userId = ada) => historyRevision(database.db, userId)

test('a record is a user’s own of one video', async () => {
  await store(bob, 'a', { ...seen, positionSeconds: 9 })
  await store(ada, 'b', { ...seen, positionSeconds: 8 })
  await store(ada, 'a', seen)
  expect(await viewingOf(database.db, ada, 'a')).toEqual(seen)
  expect(await viewingOf(database.db, bob, 'b')).toBeUndefined()
})

test('a history that never changed has a revision', async () => {
  expect(await revision()).toBe(0)
  await database.db.transaction().execute((trx) => lockHistory(trx, ada))
  expect(await revision()).toBe(0)
  await storeRows(database.db, 'viewing_revision', { user_id: bob, revision: 5 })
  expect([await revision(), await revision(bob)]).toEqual([0, 5])
})

if (testEngine === 'postgresql')
  test('changes of a history wait for each other', async () => {
    await database.db.transaction().execute((trx) => lockHistory(trx, ada))
    await database.db.transaction().execute(async (trx) => {
      await lockHistory(trx, ada)
      expect(await isHeld(database, 'viewing_revision', 'user_id', ada)).toBe(true)
    })
  })

describe.each(['alone', 'with the grants that are used'])('a record is replaced %s', (how) => {
  const replace = async (change: Pick<ViewingChange, 'before' | 'after'>) => {
    const full = { userId: ada, videoId: 'a', ...change }
    if (how === 'alone') return replaceViewing(database, full)
    const used = { browserHash: sha256('browser'), player: undefined }
    const usage = { now, since: by(-9), until: by(9) }
    const { isDone } = await replaceViewingAndMarkUsed(database, full, used, usage, {
      seconds: 0,
      fastest: 2,
    })
    return isDone
  }
  const after = { viewedAt: by(1), seen: false, positionSeconds: 7 }
  const record = () => viewingOf(database.db, ada, 'a')
  beforeEach(async () => {
    await store(bob, 'a', seen)
    await store(ada, 'b', seen)
  })

  test('where there was none', async () => {
    expect(await replace({ before: undefined, after: seen })).toBe(true)
    expect([await record(), await revision()]).toEqual([seen, 1])
  })

  test('if it is still the former one, to the millisecond', async () => {
    await store(ada, 'a', seen)
    await watchedAt(database.db, { userId: ada, videoIds: ['a'], at: '2026-11-25T10:00:00.000900Z' })
    expect(await replace({ before: seen, after })).toBe(true)
    expect(await replace({ before: after, after: seen })).toBe(true)
    expect([await record(), await revision()]).toEqual([seen, 2])
    expect(await viewingOf(database.db, bob, 'a')).toEqual(seen)
    expect(await viewingOf(database.db, ada, 'b')).toEqual(seen)
  })

  test.each([
    ['the instant', { ...seen, viewedAt: by(-1) }],
    ['the mark', { ...seen, seen: false }],
    ['the position', { ...seen, positionSeconds: 5 }],
    ['all of it', undefined],
  ])('but not where %s is another one by now', async (_, before) => {
    await store(ada, 'a', seen)
    expect(await replace({ before, after })).toBe(false)
    expect([await record(), await revision()]).toEqual([seen, 0])
  })

  test('and is unchanged without a change', async () => {
    await store(ada, 'a', seen)
    expect(await replace({ before: seen, after: seen })).toBe(true)
    expect([await record(), await revision()]).toEqual([seen, 0])
  })
})

/** Playbacks of the film a in Ada's browser, opened three seconds ago and used since, unless they say otherwise. */
async function storeGrants(grants: Record<string, object>): Promise<void> {
  for (const [name, change] of Object.entries(grants))
    await storeRows(database.db, 'playback_grant', {
      grant_hash: sha256(name),
      browser_hash: sha256('browser'),
      video_id: 'a',
      user_id: ada,
      player: 'tab',
      opened_at: by(-3_000),
      last_used_at: by(-8),
      expires_at: by(5),
      ...change,
    })
}
/** The names of the playbacks that have this. */
async function grantsWith(
  names: readonly string[],
  column: 'counted_at' | 'last_used_at',
): Promise<string[]> {
  const rows = await allRows(database.db, 'playback_grant')
  const has = new Set(
    rows
      .filter((row) => row[column]?.getTime() === now.getTime())
      .map((row) => row.grant_hash.toString('hex')),
  )
  return names.filter((name) => has.has(sha256(name).toString('hex')))
}
const grants = {
  own: {},
  elsewhere: { browser_hash: sha256('another browser') },
  otherFilm: { video_id: 'b' },
  otherPlayer: { player: 'other' },
  unused: { last_used_at: by(-9) },
  signedOut: { user_id: null, last_used_at: by(-9) },
}
const names = Object.keys(grants)
const played = () => playedSecondsOf(database.db, ada, 'a')

describe('the playbacks of a browser and a film are used', () => {
  const use = (change: Pick<ViewingChange, 'before' | 'after'>, player: string | undefined, seconds = 2) =>
    replaceViewingAndMarkUsed(
      database,
      { userId: ada, videoId: 'a', ...change },
      { browserHash: sha256('browser'), player },
      { now, since: by(-9), until: by(99) },
      { seconds, fastest: 2 },
    )
  const nothing = { before: undefined, after: undefined }
  beforeEach(() => storeGrants(grants))

  test('by one player, if they count as streams or belong to signed-out viewers', async () => {
    expect(await use(nothing, 'tab')).toEqual({ isDone: true, isUsed: true })
    const used = ['own', 'signedOut']
    expect(await grantsWith(names, 'last_used_at')).toEqual(used)
    expect(await grantsWith(names, 'counted_at')).toEqual(used)
    const rows = await allRows(database.db, 'playback_grant')
    expect(rows.filter(({ expires_at }) => expires_at.getTime() === by(99).getTime())).toHaveLength(2)
    expect(await played()).toBe(2)
  })

  test('by any player of an older program', async () => {
    await use(nothing, undefined)
    expect(await grantsWith(names, 'last_used_at')).toEqual(['own', 'otherPlayer', 'signedOut'])
  })

  test('not where none counts any more', async () => {
    await emptyTables(database.db, 'playback_grant')
    await storeGrants({ unused: grants.unused })
    expect(await use(nothing, 'tab')).toEqual({ isDone: true, isUsed: false })
    expect(await played()).toBeUndefined()
  })

  test('and the played time is not counted if the record has changed meanwhile', async () => {
    await store(ada, 'a', seen)
    const wrong = { before: { ...seen, seen: false }, after: { ...seen, positionSeconds: 9 } }
    expect(await use(wrong, 'tab')).toEqual({ isDone: false, isUsed: true })
    expect(await grantsWith(names, 'last_used_at')).toEqual(['own', 'signedOut'])
    expect(await grantsWith(names, 'counted_at')).toEqual([])
    expect(await played()).toBeUndefined()
  })

  test('and no more is counted than fits since they were opened', async () => {
    await use(nothing, 'tab', 100)
    expect(await played()).toBe(6)
    await use(nothing, 'tab', 100)
    expect(await played()).toBe(6)
  })

  test('and nothing is counted without playing', async () => {
    await use(nothing, 'tab', 0)
    expect(await played()).toBeUndefined()
  })
})

describe('the played time is counted separately', () => {
  const count = (seconds: number, at = now, { player }: { player?: string } = { player: 'tab' }) =>
    countPlayed(
      database,
      { userId: ada, videoId: 'a', browserHash: sha256('browser'), player },
      { seconds, fastest: 2 },
      at,
    )
  beforeEach(() => storeGrants(grants))

  test('once, for the playbacks of one player', async () => {
    await count(2)
    expect(await played()).toBe(2)
    expect(await grantsWith(names, 'counted_at')).toEqual(['own', 'unused', 'signedOut'])
    await count(2)
    expect(await played()).toBe(2)
    await count(100, by(1_000))
    expect(await played()).toBe(4)
  })

  test('for all of an older program', async () => {
    await count(2, now, {})
    expect(await grantsWith(names, 'counted_at')).toEqual(['own', 'otherPlayer', 'unused', 'signedOut'])
  })

  test.each([
    ['nothing was played', 0, now],
    ['no time has passed', 2, by(-3_000)],
  ])('and nothing is stored where %s', async (_, seconds, at) => {
    await count(seconds, at)
    expect(await played()).toBeUndefined()
  })

  if (testEngine === 'postgresql')
    test.each(['by itself', 'with the record'])('and not twice by two at once, %s', async (how) => {
      await whileHeld(
        database,
        async (trx) => {
          await trx.selectFrom('playback_grant').select('grant_hash').forUpdate().execute()
        },
        async (): Promise<unknown> =>
          how === 'by itself'
            ? count(100)
            : replaceViewingAndMarkUsed(
                database,
                { userId: ada, videoId: 'a', before: undefined, after: undefined },
                { browserHash: sha256('browser'), player: 'tab' },
                { now, since: by(-9), until: by(99) },
                { seconds: 100, fastest: 2 },
              ),
        (trx) =>
          trx
            .updateTable('playback_grant')
            .set({ counted_at: by(-1_000) })
            .execute(),
      )
      expect(await played()).toBe(2)
    })
})

describe('the history', () => {
  const pageOf = async (limit: number, from?: { viewedBefore: string; videoId: string }) => {
    const { entries, next } = await historyOf(database.db, ada, { limit, from })
    return { ids: entries.map(({ videoId }) => videoId).join(''), next }
  }
  const instant = (microseconds: string) => `2026-11-25T10:00:00.000${microseconds}Z`
  beforeEach(async () => {
    await store(bob, 'a', seen)
    for (const id of ['a', 'b', 'c', 'd']) await store(ada, id, seen)
    await watchedAt(database.db, { userId: ada, videoIds: ['d'], at: instant('900') })
    await watchedAt(database.db, { userId: ada, videoIds: ['a'], at: instant('100') })
  })

  test('is a user’s own, newest first, in pages', async () => {
    const all = await historyOf(database.db, ada, { limit: 4 })
    expect(all).toEqual({
      entries: ['d', 'a', 'b', 'c'].map((videoId) => ({ videoId, ...seen })),
      next: undefined,
    })
    expect(await pageOf(3)).toEqual({ ids: 'dab', next: { viewedBefore: instant('000'), videoId: 'b' } })
    expect(await pageOf(1)).toEqual({ ids: 'd', next: { viewedBefore: instant('900'), videoId: 'd' } })
  })

  test.each([
    ['within one instant', '000', 'b', 'c'],
    ['at its end', '000', 'c', ''],
    ['between two of one millisecond', '900', 'd', 'abc'],
    ['behind what was there', '100', 'z', 'bc'],
  ])('continues %s', async (_, microseconds, videoId, ids) => {
    expect((await pageOf(9, { viewedBefore: instant(microseconds), videoId })).ids).toBe(ids)
  })
})

test('favourites are a user’s own, in the order in which they were added, without what is withdrawn or a draft again', async () => {
  const add = (userId: string, id: string, at: Date) => insertFavourite(database.db, userId, id, at)
  await add(bob, 'a', now)
  await add(ada, 'b', by(1))
  await add(ada, 'a', by(2))
  await add(ada, 'withdrawn', now)
  await add(ada, 'draft', now)
  await add(ada, 'c', now)
  await add(ada, 'a', by(-1))
  const favourites = (userId = ada) => favouritesOf(database.db, userId)
  expect(await favourites()).toEqual(['c', 'b', 'a'])
  await deleteFavourite(database.db, ada, 'a')
  await deleteFavourite(database.db, ada, 'd')
  expect([await favourites(), await favourites(bob)]).toEqual([['c', 'b'], ['a']])
})
