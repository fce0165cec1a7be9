import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#support/database.ts'
import { storeVideo } from '#support/stored/library.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { storeKnownBrowser, storeSession } from '#support/stored/sessions.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { readUsage } from './usage.store.ts'

let ada: Member
let bob: Member
let other: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(db(), { user: { name: 'Ada' }, contact: { confirmed_at: at } })
  bob = await storeMember(db(), { user: { name: 'Bob', account_id: ada.accountId, role: 'user' } })
  other = await storeMember(db())
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const usage = () => readUsage(database, ada.accountId)

test('users of an account are listed in the order of their seats, with their own contact, without removed ones', async () => {
  await storeMember(db(), { user: { account_id: ada.accountId, role: 'user', removed_at: at } })
  await storeFurtherContact(db(), bob, { confirmed_at: at })
  const running = { status: 'active' as const, until: after(9) }
  await storeSubscription(db(), ada.accountId, { ...running, licenseCount: 7 })
  await storeSubscription(db(), other.accountId, { ...running, licenseCount: 9 })
  const nothing = { lastSeenAt: null, videosOpened: 0, watchedSeconds: 0, estimated: false, licenseCount: 7 }
  expect(await usage()).toEqual([
    { id: ada.userId, name: 'Ada', email: ada.email, confirmed: true, ...nothing },
    { id: bob.userId, name: 'Bob', email: bob.email, confirmed: false, ...nothing },
  ])
})

test('the viewing of each user is counted, and nothing of other accounts', async () => {
  for (const id of ['a', 'b']) await storeVideo(db(), id)
  const watch = (user: Member, videoId: string, played: number, estimated: number, ms: number) =>
    storeViewing(db(), {
      userId: user.userId,
      videoId,
      at: after(ms),
      seen: false,
      seconds: 1,
      played,
      estimated,
    })
  await watch(ada, 'a', 10.4, 0, 2)
  await watch(ada, 'b', 20.3, 0, 1)
  await watch(bob, 'a', 1, 5, 3)
  await watch(other, 'a', 100, 100, 9)
  expect(
    (await usage()).map(({ lastSeenAt, videosOpened, watchedSeconds, estimated }) => [
      lastSeenAt,
      videosOpened,
      watchedSeconds,
      estimated,
    ]),
  ).toEqual([
    [after(2), 2, 31, false],
    [after(3), 1, 6, true],
  ])
})

test("the last visit is that of the user's sessions, or of a known browser", async () => {
  const seen = async () => (await usage()).map(({ lastSeenAt }) => lastSeenAt)
  await storeKnownBrowser(db(), other.userId, after(9))
  await storeSession(db(), { userId: other.userId, token: 'other', at: after(9), minutes: 1 })
  expect(await seen()).toEqual([null, null])
  await storeKnownBrowser(db(), ada.userId, after(2))
  await storeSession(db(), { userId: bob.userId, token: 'bob', at: after(4), minutes: 1 })
  expect(await seen()).toEqual([after(2), after(4)])
})
