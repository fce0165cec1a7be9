import { beforeAll, expect, test } from 'vitest'
import type { DeskVideo, VideoEdit } from '#contract/admin/library/admin-library.ts'
import { calls } from '#contract/calls.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { storeCategory } from '#support/stored/library.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp()
let admin: TestClient
/** Sessions end before the trash does. */
const signInAgain = async () => {
  admin = await signedInAdmin(site, { secondFactor: false })
}
beforeAll(async () => {
  await signInAgain()
  await storeCategory(site.db, 'react')
})

const { password } = theAdmin
const show = async (id: string) => (await admin.call(calls.deskVideo, { params: { id } })).body as DeskVideo
const change = (id: string, edit: Omit<VideoEdit, 'password'>) =>
  admin.call(calls.changeVideo, { params: { id }, body: { password, ...edit } })
/** A published video of version 2. */
async function published(title: string): Promise<DeskVideo> {
  const created = await admin.call(calls.createVideo, { body: { password, title, categoryId: 'react' } })
  const { id } = created.body as DeskVideo
  await site.db
    .updateTable('video')
    .set({ film_key: `film of ${id}`, duration_seconds: 60 })
    .where('id', '=', id)
    .execute()
  await change(id, { version: 1, draft: false, code: [{ name: 'a.ts', text: 'a' }], versions: ['React 19'] })
  return show(id)
}
const listed = async (id: string) => {
  await site.services.library.refresh()
  return site.services.library.video(id)?.id
}
const ids = async (path: 'trash') =>
  (
    (await admin.call(calls.deskVideos, { query: { state: path } })).body as { videos: { id: string }[] }
  ).videos.map(({ id }) => id)

test('a video goes to the trash and comes back as it was', async () => {
  const { id } = await published('Thrown away')
  const params = { id }
  expect((await admin.call(calls.trashVideo, { params, body: { version: 1 } })).problem?.code).toBe(
    'version-conflict',
  )
  const trashed = await admin.call(calls.trashVideo, { params, body: { version: 2 } })
  expect(trashed.body).toMatchObject({
    state: 'trash',
    version: 3,
    deletedAt: site.clock.real().toISOString(),
  })
  expect([await listed(id), await ids('trash')]).toEqual([undefined, [id]])
  expect(site.services.library.catalogue.withdrawn.has(id)).toBe(true)
  const restored = await admin.call(calls.restoreVideo, { params, body: { version: 3 } })
  expect(restored.body).toMatchObject({ state: 'published', version: 4, deletedAt: null })
  expect(await listed(id)).toBe(id)
  const unknown = { params: { id: 'unknown' }, body: { version: 1 } }
  for (const call of [calls.trashVideo, calls.restoreVideo])
    expect((await admin.call(call, unknown)).status).toBe(404)
})

test('a changed address leads from the former one, and back', async () => {
  const { id } = await published('Old name')
  const move = (from: string, to: string, version: number) =>
    admin.call(calls.changeVideoAddress, { params: { id: from }, body: { id: to, version } })
  expect((await move(id, 'a/b', 2)).problem?.errors?.id).toContain('cannot stand in an address')
  expect((await move(id, 'thrown-away', 2)).problem?.errors?.id).toContain('belongs to another video')
  expect((await move(id, 'new-name', 2)).body).toMatchObject({
    id: 'new-name',
    version: 3,
    state: 'published',
    formerIds: ['old-name'],
    code: [{ name: 'a.ts', text: 'a' }],
  })
  expect([await listed('old-name'), await listed('new-name')]).toEqual(['new-name', 'new-name'])
  expect(await ids('trash')).toEqual([])
  expect((await move('new-name', 'old-name', 3)).body).toMatchObject({
    id: 'old-name',
    formerIds: ['new-name'],
  })
  expect(await listed('new-name')).toBe('old-name')
})

test('a former version is restored as a new one, with its film as long as that is kept', async () => {
  const { id } = await published('First title')
  await change(id, { version: 2, title: 'Second title', tags: ['new'], code: [], versions: [] })
  await site.db
    .updateTable('video')
    .set({ film_key: 'other film', duration_seconds: 90 })
    .where('id', '=', id)
    .execute()
  const { body } = await admin.call(calls.videoVersions, { params: { id } })
  expect(body).toMatchObject({
    versions: [
      { version: 2, title: 'First title', savedBy: 'desk', hasFilm: true },
      { version: 1, title: 'First title', hasFilm: true },
    ],
  })
  const restore = (version: number, restored: number) =>
    admin.call(calls.restoreVideoVersion, { params: { id }, body: { password, version, restored } })
  expect((await restore(2, 2)).problem?.code).toBe('version-conflict')
  expect((await restore(3, 9)).status).toBe(404)
  expect((await restore(3, 2)).body).toMatchObject({
    version: 4,
    title: 'First title',
    tags: [],
    versions: ['React 19'],
    code: [{ name: 'a.ts', text: 'a' }],
    durationSeconds: 60,
  })
  const film = async () => (await allRows(site.db, 'video')).find((row) => row.id === id)?.film_key
  expect(await film()).toBe(`film of ${id}`)
  site.clock.advanceReal({ days: 31 })
  await runUpkeep(site.services)
  await signInAgain()
  expect(await restore(4, 3)).toMatchObject({ body: { title: 'Second title', durationSeconds: 60 } })
  expect(await film()).toBe(`film of ${id}`)
})

test('after 30 days in the trash film, captions and code are gone, and what comes back is a draft', async () => {
  const { id } = await published('Long gone')
  await admin.call(calls.trashVideo, { params: { id }, body: { password, version: 2 } })
  site.clock.advanceReal({ days: 29 })
  await runUpkeep(site.services)
  await signInAgain()
  expect((await show(id)).code).toHaveLength(1)
  site.clock.advanceReal({ days: 2 })
  await runUpkeep(site.services)
  await signInAgain()
  expect((await allRows(site.db, 'video')).find((row) => row.id === id)).toMatchObject({
    film_key: null,
    tracks: [],
  })
  expect((await show(id)).code).toEqual([])
  const { body } = await admin.call(calls.restoreVideo, { params: { id }, body: { password, version: 3 } })
  expect(body).toMatchObject({ state: 'draft' })
})
