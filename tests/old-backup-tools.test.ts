import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oddDatabase, ofTheFuture } from '#support/odd-database.ts'
import { startServerProcess } from '#support/server-process.ts'

// Only a process that makes backups of a PostgreSQL server warns at its start of a pg_dump that cannot read it.

test.each([
  ['worker', true],
  ['web', false],
])(
  'ROLE=%s warns of a pg_dump that is older than the server: %s',
  async (ROLE, warns) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lectern-tools-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const site = await startServerProcess({
      ROLE,
      DATABASE_URL: await oddDatabase(ofTheFuture),
      DATA_DIR: dataDir,
      APP_SECRET: 'of-the-tools:K7v2mQ9xR4bT8nW1pZ6cY3',
      BASE_URL: 'https://videos.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'videos@example.org',
    })
    await site.ready()
    await site.stop()
    expect(site.output().stdout.includes('backups cannot be made: pg_dump')).toBe(warns)
  },
  120_000,
)
