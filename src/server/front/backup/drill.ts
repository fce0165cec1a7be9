import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { invoicesKeptFrom } from '#domain/invoices/invoice.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { BackupProgress } from './make-backup.ts'
import { type RestoreTarget, restoreBackup } from './restore-backup.ts'
import { alteredFiles, countBooks, differingInvoices, missingNumbers } from './restored-books.store.ts'

/** What a drill found in the restored site: lists hold numbers of invoices and credit notes. */
type DrillFindings = {
  readonly madeAt: string
  /** False for a backup of the former format without digests. */
  readonly verified: boolean
  readonly audit: Awaited<ReturnType<typeof verifyAudit>>
  readonly invoices: number
  readonly missing: readonly string[]
  readonly differing: readonly string[]
  readonly altered: readonly string[]
  /** Differences that the last reconciliations with payment providers had found. */
  readonly differences: number
}

type Drill = {
  readonly path: string
  /** Of the site: only its secrets, and the server of its database, are used. */
  readonly site: Pick<RestoreTarget, 'databaseUrl' | 'appSecret' | 'previousAppSecret'>
  readonly migrationsDir: string
  readonly now: Date
}

/**
 * Restores a backup into a temporary folder (on PostgreSQL also a temporary database on the site's server), brings it up
 * to date, checks its books, and removes it. Throws `StartProblem` for a backup that cannot be restored.
 */
export async function drillBackup(
  { path, site, migrationsDir, now }: Drill,
  report: (progress: BackupProgress) => void,
): Promise<DrillFindings> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-drill-'))
  try {
    return await withEmptyDatabase(site.databaseUrl, async (databaseUrl) => {
      const place = {
        ...site,
        databaseUrl,
        migrationsDir,
        dataDir: join(folder, 'data'),
        mediaFolder: join(folder, 'media'),
      }
      const restored = await restoreBackup(path, place, report)
      const database = await openDatabase({ ...place, log: quiet })
      try {
        return { ...restored, ...(await checkBooks(database, now)) }
      } finally {
        await database.close()
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks the books of a restored site. */
export async function checkBooks(
  { db, withoutTimeLimit }: Pick<Database, 'db' | 'withoutTimeLimit'>,
  now: Date,
): Promise<Omit<DrillFindings, 'madeAt' | 'verified'>> {
  const year = invoicesKeptFrom(now.toISOString().slice(0, 10), 'home').slice(0, 4)
  return withoutTimeLimit(async () => ({
    audit: await verifyAudit(db),
    missing: await missingNumbers(db, year),
    differing: await differingInvoices(db),
    altered: await alteredFiles(db),
    ...(await countBooks(db)),
  }))
}

/** Calls `work` with the address of a new database on the server, which is dropped afterwards; undefined if embedded. */
async function withEmptyDatabase<Result>(
  server: string | undefined,
  work: (databaseUrl: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (!server) return work(undefined)
  const name = `lectern_drill_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    throw new StartProblem(
      `The drill needs a database of its own on the server, for which the user must be allowed to create one (alter role ... createdb): ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
