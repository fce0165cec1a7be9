import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { setFree, setRevision } from '#support/stored/library.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite({ MEDIA_ACCEL: 'nginx' }))

let count = 0
async function addFilm(of: { free?: boolean } = {}) {
  count += 1
  const id = `film-${count}`
  await site.addVideo(id, randomBytes(1_000), of)
  return id
}
const keyOf = (id: string) => site.services.library.stored(id)?.filmKey
const open = async (client: TestClient, id: string, player = 'tab') =>
  (await client.call(calls.video, { params: { id }, query: { player } })).body.source.url
const keyAt = async (client: TestClient, address: string) => {
  const { status, headers } = await client.fetch('GET', address)
  return status === 200 ? String(headers['x-accel-redirect']).replace('/guarded-media/', '') : status
}

test('a film that is replaced plays to its end; the next opening, a moment later, is of the new one', async () => {
  const id = await addFilm()
  const { client } = await site.viewer()
  const former = keyOf(id)
  const begun = await open(client, id)
  expect(await keyAt(client, begun)).toBe(former)
  await site.replaceFilm(id, randomBytes(500))
  expect(keyOf(id)).not.toBe(former)
  for (let minute = 0; minute < 10; minute += 1) {
    site.clock.advance({ minutes: 1 })
    const report = { params: { id }, body: { positionSeconds: minute, player: 'tab' } }
    expect((await client.call(calls.keepPosition, report)).status).toBe(200)
    expect(await keyAt(client, begun)).toBe(former)
  }
  expect(await keyAt(client, await open(client, id))).toBe(keyOf(id))
})

test('a reload right after the change gets the new film, not the playback that it had', async () => {
  const id = await addFilm()
  const { client } = await site.viewer()
  const begun = await open(client, id)
  expect(await open(client, id)).toBe(begun)
  await site.replaceFilm(id, randomBytes(500))
  const again = await open(client, id)
  expect(again).not.toBe(begun)
  expect(await keyAt(client, again)).toBe(keyOf(id))
})

test('a playback keeps the sizes that it was opened with', async () => {
  const id = await addFilm()
  const { client } = await site.viewer()
  const small = async (address: string) => keyAt(client, address.replace('film.mp4', 'film.720.mp4'))
  const one = await open(client, id, 'one')
  await site.replaceFilm(id, randomBytes(500), randomBytes(200))
  const { filmKey, smallFilmKey } = site.services.library.stored(id) ?? {}
  expect(await small(one)).toBe(404)
  const two = await open(client, id, 'two')
  expect([await keyAt(client, two), await small(two)]).toEqual([filmKey, smallFilmKey])
  // the same film, but for its smaller file
  const { database, library } = site.services
  await database.db.updateTable('video').set({ small_film_key: null }).where('id', '=', id).execute()
  await setRevision(database.db, 800)
  await library.refresh()
  expect([await keyAt(client, two), await small(two)]).toEqual([filmKey, smallFilmKey])
  const again = await open(client, id, 'two')
  expect(again).not.toBe(two)
  expect([await keyAt(client, again), await small(again)]).toEqual([filmKey, 404])
})

test('signed out likewise, with and without a playback', async () => {
  const id = await addFilm({ free: true })
  const client = site.client()
  const former = keyOf(id)
  const addresses = [await open(client, id), site.freeFilm(id)]
  await site.replaceFilm(id, randomBytes(500))
  for (const address of addresses) expect(await keyAt(client, address)).toBe(former)
  expect(await keyAt(client, site.freeFilm(id))).toBe(keyOf(id))
})

test('the former film of a free video is there for a day', async () => {
  const id = await addFilm({ free: true })
  const begun = site.freeFilm(id)
  await site.replaceFilm(id, randomBytes(500))
  site.clock.advanceReal({ hours: 23, minutes: 59 })
  expect(await keyAt(site.client(), begun)).toEqual(expect.any(String))
  site.clock.advanceReal({ minutes: 1 })
  expect(await keyAt(site.client(), begun)).toBe(403)
})

test('a free film is there in both sizes, also after it is replaced', async () => {
  const id = await addFilm({ free: true })
  await site.replaceFilm(id, randomBytes(500), randomBytes(200))
  const small = site.services.library.stored(id)?.smallFilmKey ?? ''
  const begun = freeFilmAddress(id, small)
  expect(await keyAt(site.client(), begun)).toBe(small)
  await site.replaceFilm(id, randomBytes(500))
  expect(await keyAt(site.client(), begun)).toBe(small)
  site.clock.advanceReal({ hours: 24 })
  expect(await keyAt(site.client(), begun)).toBe(403)
})

test('what subscribers alone could watch is not free because its video is, with another film', async () => {
  const id = await addFilm()
  const former = site.freeFilm(id)
  await setFree(site.db, id, true)
  await site.replaceFilm(id, randomBytes(500))
  expect(await keyAt(site.client(), site.freeFilm(id))).toBe(keyOf(id))
  expect(await keyAt(site.client(), former)).toBe(403)
})

test('a film that stops being free is refused, also the former one', async () => {
  const id = await addFilm({ free: true })
  const former = site.freeFilm(id)
  await site.replaceFilm(id, randomBytes(500))
  await setFree(site.db, id, false)
  await setRevision(site.db, 900)
  await site.services.library.refresh()
  for (const address of [former, site.freeFilm(id)]) expect(await keyAt(site.client(), address)).toBe(403)
})

test("the URL of a free film serves no other video's film", async () => {
  const [free, paid] = [await addFilm({ free: true }), await addFilm()]
  const stolen = site.freeFilm(free).replace(keyOf(free) ?? '', keyOf(paid) ?? '')
  expect(await keyAt(site.client(), stolen)).toBe(403)
})
