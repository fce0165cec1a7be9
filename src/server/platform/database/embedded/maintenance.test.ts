import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { maintain, vacuumIsDue } from './maintenance.ts'

describe('the VACUUM of the day', () => {
  test.each([
    ['was never done', '2027-05-10T12:00', undefined, true],
    ['was done yesterday, and it is past three', '2027-05-10T03:00', '2027-05-09T03:04', true],
    ['was done yesterday, and it is not yet three', '2027-05-10T02:59', '2027-05-09T03:04', false],
    ['was done today', '2027-05-10T23:59', '2027-05-10T03:00', false],
    ['was missed because the machine slept', '2027-05-10T09:00', '2027-05-09T03:00', true],
    ['was missed for a week, and it is one at night', '2027-05-10T01:00', '2027-05-03T03:00', true],
  ])('when it %s', (_when, now, lastAt, due) => {
    expect(vacuumIsDue(new Date(now), lastAt === undefined ? undefined : new Date(lastAt))).toBe(due)
  })
})

describe('a round of maintenance', () => {
  let folder: string
  let database: Database
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-maintenance-'))
    database = await createTestDatabase(fixtureMigrations)
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('writes a checkpoint, and vacuums once a day', async () => {
    const marker = join(folder, 'vacuumed')
    await database.pool.query("insert into note (text) values ('one'), ('two')")
    const before = await checkpoint()
    await maintain(database, marker, new Date('2027-05-10T12:00'))
    expect(await checkpoint()).not.toBe(before)
    expect(await estimatedNotes()).toBe(2)
    expect(statSync(marker).mtime).toEqual(new Date('2027-05-10T12:00'))

    await database.pool.query("insert into note (text) values ('three')")
    await maintain(database, marker, new Date('2027-05-11T02:00'))
    expect(await estimatedNotes()).toBe(2)
    await maintain(database, marker, new Date('2027-05-11T04:00'))
    expect(await estimatedNotes()).toBe(3)
  })

  /** Position of the last checkpoint in the log. */
  async function checkpoint(): Promise<unknown> {
    return (await database.pool.query('select checkpoint_lsn from pg_control_checkpoint()')).rows[0]
      .checkpoint_lsn
  }

  /** The planner's estimates, which only VACUUM and ANALYZE change. */
  async function estimatedNotes(): Promise<unknown> {
    const { rows } = await database.pool.query("select reltuples from pg_class where relname = 'note'")
    return rows[0].reltuples
  }
})
