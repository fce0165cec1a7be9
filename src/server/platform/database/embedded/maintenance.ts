import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, Log } from '#server/platform/database/engine/engine.ts'

/** Milliseconds between two checkpoints, after which a crash is recovered from quickly and the log can be reused. */
const checkpointEveryMs = 5 * 60_000

/** The hour (of the machine) from which the day's VACUUM is due. */
const vacuumHour = 3

type Maintained = { readonly engine: Engine; readonly dataDir: string; readonly log: Log }

/**
 * Does what a PostgreSQL server's own background processes do, which PGlite has none of: a checkpoint every five
 * minutes, and once a day, from three at night or whenever the machine runs next, VACUUM ANALYZE.
 * Returns what ends it.
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

/** One round of it; the age of the file `marker` is the time of the last VACUUM. */
export async function maintain(engine: Engine, marker: string, now: Date): Promise<void> {
  if (vacuumIsDue(now, existsSync(marker) ? statSync(marker).mtime : undefined)) {
    await vacuum(engine)
    writeFileSync(marker, '')
    utimesSync(marker, now, now)
  }
  await engine.pool.query('checkpoint')
}

/** Whether the hour of VACUUM has come since the last one. */
export function vacuumIsDue(now: Date, lastAt: Date | undefined): boolean {
  const lastHour = new Date(now)
  lastHour.setHours(vacuumHour, 0, 0, 0)
  if (lastHour > now) lastHour.setDate(lastHour.getDate() - 1)
  return lastAt === undefined || lastAt < lastHour
}

/** Table by table, so that visitors' queries get their turn in between. */
async function vacuum(engine: Engine): Promise<void> {
  const { rows } = await engine.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'`,
  )
  for (const { name } of rows) {
    await engine.withoutTimeLimit(() => engine.pool.query(`vacuum (analyze) ${name}`))
  }
}
