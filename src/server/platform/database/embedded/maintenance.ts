import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'

/** Milliseconds between checkpoints, which keep crash recovery short and let the WAL be recycled. */
const checkpointEveryMs = 5 * 60_000

/** The hour (machine time) from which the daily VACUUM is due. */
const vacuumHour = 3

type Maintained = { readonly engine: Engine; readonly dataDir: string; readonly log: Log }

/**
 * Replaces PostgreSQL's background processes, which PGlite lacks: a checkpoint every five minutes, and a daily VACUUM
 * ANALYZE from 3 a.m. or as soon as the machine runs again. Returns a function that stops it.
 */
export function startMaintenance({ engine, dataDir, log }: Maintained): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = maintain(engine, join(dataDir, 'database.cleaned'), new Date()).catch((problem: Error) =>
      log.warn(
        { problem: problem.message },
        'the maintenance of the embedded database failed and is tried again',
      ),
    )
  }, checkpointEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Runs one round. The modification time of the file `marker` is the time of the last VACUUM. */
export async function maintain(engine: Engine, marker: string, now: Date): Promise<void> {
  if (vacuumIsDue(now, existsSync(marker) ? statSync(marker).mtime : undefined)) {
    await vacuum(engine)
    writeFileSync(marker, '')
    utimesSync(marker, now, now)
  }
  await engine.pool.query('checkpoint')
}

/** Returns whether VACUUM has become due since the last one. */
export function vacuumIsDue(now: Date, lastAt: Date | undefined): boolean {
  const lastHour = new Date(now)
  lastHour.setHours(vacuumHour, 0, 0, 0)
  if (lastHour > now) lastHour.setDate(lastHour.getDate() - 1)
  return lastAt === undefined || lastAt < lastHour
}

/** Table by table, so that visitors' queries run in between. */
async function vacuum(engine: Engine): Promise<void> {
  const { rows } = await engine.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'`,
  )
  for (const { name } of rows) {
    await engine.withoutTimeLimit(() => engine.pool.query(`vacuum (analyze) ${name}`))
  }
}
