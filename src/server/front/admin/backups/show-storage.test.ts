import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sellingSite, testAdmin, theAdmin } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)

test('space is told by what takes it: media by what references them, folders and the database', async () => {
  const { config, database } = site.services
  mkdirSync(config.mediaFolder, { recursive: true })
  /** Stores some bytes as a medium. */
  const store = (bytes: number, extension: string) => {
    const content = Buffer.alloc(bytes, extension)
    const key = `${createHash('sha256').update(content).digest('hex')}.${extension}`
    writeFileSync(join(config.mediaFolder, key), content)
    return key
  }
  const before = (await admin.call(calls.storageAtDesk)).body.kinds
  const avatar = store(10, 'webp')
  for (const [bytes, extension] of [
    [200, 'png'],
    [3_000, 'jpg'],
  ] as const)
    store(bytes, extension)
  await database.db
    .insertInto('avatar')
    .values({ user_id: theAdmin.userId, key: avatar, mime_type: 'image/webp', created_at: new Date() })
    .execute()
  for (const [folder, bytes] of [
    ['originals', 50_000],
    ['uploads', 600_000],
  ] as const) {
    mkdirSync(join(config.mediaFolder, folder), { recursive: true })
    writeFileSync(join(config.mediaFolder, folder, 'some'), Buffer.alloc(bytes))
  }
  const { kinds, freeBytes } = (await admin.call(calls.storageAtDesk)).body
  const more = Object.fromEntries(
    kinds.map(({ kind, bytes }, place) => [kind, bytes - (before[place]?.bytes ?? 0)]),
  )
  expect(more).toMatchObject({ avatars: 10, unused: 3_200, originals: 50_000, uploads: 600_000, films: 0 })
  expect(kinds.find(({ kind }) => kind === 'database')?.bytes).toBeGreaterThan(1_000_000)
  expect(freeBytes).toBeGreaterThan(0)
})
