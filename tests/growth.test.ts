import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createWatchingSite, type SignedInViewer, type WatchingSite } from '#support/watching-site.ts'

/** Tables that hold millions of rows on a site that has been used for years. */
const big =
  /Seq Scan on (account|account_user|contact|session|known_browser|viewing|viewing_revision|favourite|bookmark|playback_grant)\b/

type Statement = { readonly text: string; readonly values: readonly unknown[] }
const statements: Statement[] = []
let site: WatchingSite
let viewer: SignedInViewer
beforeAll(async () => {
  // before the first connection is made: each takes the method from here
  const query = pg.Client.prototype.query as (...of: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...of: unknown[]) {
    const [first, second] = of as [string | Statement, unknown]
    const text = typeof first === 'string' ? first : first.text
    const values = typeof first === 'string' ? (Array.isArray(second) ? second : []) : (first.values ?? [])
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) statements.push({ text, values })
    return query.apply(this, of)
  } as never)
  site = await createWatchingSite()
  await site.services.library.close()
  viewer = await site.viewer()
  await viewer.client.csrfToken()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site.close()
})

const video = { params: { id: 'paid' } }
test.each<[string, () => Promise<{ status: number }>]>([
  ['who is signed in', () => viewer.client.call(calls.userSession)],
  ['opening a video', () => viewer.client.call(calls.video, { ...video, query: { player: 'tab' } })],
  ['a seen mark', () => viewer.client.call(calls.markViewed, video)],
  [
    'a position',
    () => viewer.client.call(calls.keepPosition, { ...video, body: { positionSeconds: 7, player: 'tab' } }),
  ],
  ['a favourite', () => viewer.client.call(calls.addFavourite, video)],
  [
    'a bookmark',
    () =>
      viewer.client.call(calls.setBookmark, { params: { id: 'paid', second: '7' }, body: { word: 'here' } }),
  ],
  ['the bookmarks of a film', () => viewer.client.call(calls.bookmarks, video)],
  [
    'removing a bookmark',
    () => viewer.client.call(calls.removeBookmark, { params: { id: 'paid', second: '7' } }),
  ],
  ['the history', () => viewer.client.call(calls.videoHistory)],
  ['stopping a stream', () => viewer.client.call(calls.stopOldestStream)],
  ['the use of a team', () => viewer.client.call(calls.usageReport)],
])('%s reads no big table as a whole', async (_, ask) => {
  site.clock.advanceReal({ seconds: 1 })
  statements.length = 0
  expect((await ask()).status).toBe(200)
  const asked = [...statements]
  expect(asked.length).toBeGreaterThan(0)
  for (const { text, values } of asked) expect(await planOf(text, values), text).not.toMatch(big)
})

/** How a statement is run where an index is taken wherever one serves: a small table would be read as a whole. */
async function planOf(text: string, values: readonly unknown[]): Promise<string> {
  const client = await site.services.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${text}`, [...values])
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
