import { expect, test, vi } from 'vitest'
import type { OpenMediaFile } from '#server/platform/outside/media-store.ts'
import { keepFilmsOpen } from './open-films.ts'

/** A media store that has every film except `missing`, and records opened and closed files. */
function store() {
  const opened: string[] = []
  const closed: string[] = []
  return {
    opened,
    closed,
    async open(key: string): Promise<OpenMediaFile | undefined> {
      opened.push(key)
      if (key === 'broken') throw new Error('the disk is gone')
      if (key === 'missing') return undefined
      const name = `${key} ${opened.length}`
      const close = async () => void closed.push(name)
      return {
        size: 1,
        mimeType: 'video/mp4',
        isLocal: true,
        read: async () => 0,
        bytes: async () => Buffer.alloc(1),
        close,
      }
    },
  }
}

test('a film that many read is opened once, and stays open between two ranges', async () => {
  const media = store()
  const films = keepFilmsOpen(media)
  const readers = await Promise.all([films.open('film'), films.open('film')])
  for (const reader of readers) await reader?.close()
  await (await films.open('film'))?.close()
  expect(media).toMatchObject({ opened: ['film'], closed: [] })
})

test('after a while it is reopened, and closed when its last reader is done', async () => {
  const media = store()
  const films = keepFilmsOpen(media, { keptMs: 20 })
  const [one, other] = [await films.open('film'), await films.open('film')]
  await vi.waitFor(async () => {
    await (await films.open('film'))?.close()
    expect(media.opened.length).toBeGreaterThan(1)
  })
  await one?.close()
  // a reader that is cut off may close twice
  await one?.close()
  expect(media.closed).not.toContain('film 1')
  await other?.close()
  expect(media.closed).toContain('film 1')
})

test('an unused film is closed automatically', async () => {
  const media = store()
  await (await keepFilmsOpen(media, { keptMs: 20 }).open('film'))?.close()
  await vi.waitFor(() => expect(media.closed).toEqual(['film 1']))
})

test('of more films than there may be, the one used longest ago is closed', async () => {
  const media = store()
  const films = keepFilmsOpen(media, { most: 2 })
  for (const key of ['first', 'second', 'third']) await (await films.open(key))?.close()
  await vi.waitFor(() => expect(media.closed).toEqual(['first 1']))
})

test('a missing or unreadable film is tried again', async () => {
  const media = store()
  const films = keepFilmsOpen(media)
  for (const key of ['missing', 'missing']) expect(await films.open(key)).toBeUndefined()
  for (const key of ['broken', 'broken']) await expect(films.open(key)).rejects.toThrow('the disk is gone')
  expect(media.opened).toEqual(['missing', 'missing', 'broken', 'broken'])
})
