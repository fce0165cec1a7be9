import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import type { Health } from '#contract/site/site.ts'
import { migrationsFolder } from '#server/database/migrate.ts'
import type { UpkeepWatch } from '#server/jobs/upkeep-watch.ts'
import type { Services } from '#server/services/services.ts'
import { mailIsStuck, readAppliedMigrations } from './health.store.ts'

type Checks = Record<'database' | 'migrations' | 'disk' | 'mail', 'ok' | 'failing'>

/** Bytes that have to be free for uploads and for the database to go on. */
const freeBytes = 50 * 1024 * 1024
/** How long a due mail may wait before something must be wrong with the queue. */
const mailPatienceMs = 5 * 60_000

/**
 * Whether this process can serve visitors, and what is wrong. Mails that do not leave are reported but do not take the site
 * away: they wait in the outbox, and everything else works. So does the site while its upkeep is late: it is degraded, and
 * somebody should look.
 */
export async function checkHealth(
  services: Services,
  watchUpkeep: UpkeepWatch,
): Promise<z.output<typeof Health>> {
  const database = await services.database.ready()
  const checks: Checks = {
    database: statusOf(database),
    migrations: statusOf(database && (await migrationsAreApplied(services))),
    disk: statusOf(await diskTakesMore(services)),
    mail: statusOf(database && (await mailsLeave(services))),
  }
  const { mail: _mail, ...vital } = checks
  const failing = Object.entries(vital).flatMap(([name, one]) => (one === 'ok' ? [] : [`${name} is failing`]))
  if (failing.length > 0) return { status: 'failing', reasons: failing, checks }
  const late = await watchUpkeep()
  return { status: late.length > 0 ? 'degraded' : 'ok', reasons: [...late], checks }
}

function statusOf(good: boolean): 'ok' | 'failing' {
  return good ? 'ok' : 'failing'
}

/** Another process may have brought the tables to a schema that this one does not know. */
async function migrationsAreApplied({ database }: Services): Promise<boolean> {
  const known = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  const applied = await readAppliedMigrations(database)
  return applied.length === known.length
}

/** The folders that this process writes to; those that do not exist yet are made when they are needed. */
async function diskTakesMore({ config }: Services): Promise<boolean> {
  const folders = [config.dataDir, config.mediaFolder].filter((folder) => existsSync(folder))
  return (await Promise.all(folders.map(takesMore))).every(Boolean)
}

async function takesMore(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < freeBytes) return false
  const probe = join(folder, `.probe-${randomUUID()}`)
  return writeFile(probe, 'x')
    .then(() => rm(probe))
    .then(
      () => true,
      () => false,
    )
}

async function mailsLeave({ database, clock }: Services): Promise<boolean> {
  return !(await mailIsStuck(database, new Date(clock.real().getTime() - mailPatienceMs)))
}
