import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { setFree, setRevision } from '#support/stored/library.ts'
import { allRows } from '#support/stored/rows.ts'
import { createWatchingSite, type WatchingSite } from '#support/watching-site.ts'

describe('behind a proxy that sends the films (MEDIA_ACCEL)', () => {
  let proxied: WatchingSite
  beforeAll(async () => {
    proxied = await createWatchingSite({ MEDIA_ACCEL: 'nginx' })
  })
  afterAll(() => proxied.close())

  async function watching() {
    const viewer = await proxied.viewer()
    const url = (await viewer.client.call(calls.video, { params: { id: 'paid' } })).body.source.url
    const ask = async (by = viewer.client, headers: Record<string, string> = {}) => {
      const answer = await by.fetch('GET', url, { headers: { range: 'bytes=0-9', ...headers } })
      return { ...answer, place: answer.headers['x-accel-redirect'] }
    }
    const place = `/guarded-media/${proxied.services.library.stored('paid')?.filmKey}`
    return { viewer, ask, place }
  }

  test('the right is checked here, the bytes come from the proxy', async () => {
    const { viewer, ask, place } = await watching()
    const headersOf = []
    // looked up, then cached, then answered from the cache
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, headers, text, place: named } = await ask()
      expect([status, text, named]).toEqual([200, '', place])
      expect(headers).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      const { date: _, ...same } = headers
      headersOf.push(same)
    }
    expect(headersOf.slice(1)).toEqual([headersOf[0], headersOf[0]])
    const other = await proxied.viewer()
    for (const by of [proxied.client(), other.client]) {
      const refused = await ask(by)
      expect([refused.status, refused.place]).toEqual([403, undefined])
    }
    expect((await ask(viewer.client, { host: 'evil.test' })).status).toBe(421)
  })

  test('a lost right applies at once, although it is cached', async () => {
    const { viewer, ask, place } = await watching()
    await ask()
    expect((await ask()).place).toBe(place)
    await proxied.removeUser(viewer.userId)
    for (let turn = 0; turn < 2; turn += 1) expect((await ask()).status).toBe(403)
  })

  test('a film being fetched still counts as a stream', async () => {
    const { viewer, ask, place } = await watching()
    const usedAt = async () =>
      (await allRows(proxied.db, 'playback_grant'))
        .find(({ user_id }) => user_id === viewer.userId)
        ?.last_used_at?.getTime() ?? 0
    const began = await usedAt()
    // remembered at the first, used too long ago at the second
    for (const seconds of [15, 6]) {
      proxied.clock.advance({ seconds })
      expect((await ask()).place).toBe(place)
    }
    expect((await usedAt()) - began).toBe(21_000)
  })

  test('a free film is handed over while it is free', async () => {
    const address = proxied.freeFilm('free')
    const ask = () => proxied.client().fetch('GET', address)
    const { headers } = await ask()
    expect(headers['x-accel-redirect']).toBe(
      `/guarded-media/${proxied.services.library.stored('free')?.filmKey}`,
    )
    await setFree(proxied.db, 'free', false)
    await setRevision(proxied.db, 90)
    await proxied.services.library.refresh()
    expect((await ask()).status).toBe(403)
  })
})
