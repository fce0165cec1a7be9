import { olderClient, serverVersionQuery, toolVersion } from '#server/front/backup/postgresql-versions.ts'
import type { Config, ReadConfig } from '#server/platform/config/config.ts'
import { type Database, databaseOver } from '#server/platform/database/database.ts'
import { migrationsFolder, schemaFits } from '#server/platform/database/migrate.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { isClockRight } from '#server/platform/services/clock-check.ts'
import { deskSettingRows, openedValues } from '#server/platform/site/desk-setting.store.ts'
import { settingsWith } from '#server/platform/site/desk-settings.ts'
import { type Finding, look, ok, wrongly } from './finding.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Examines the database. Also returns the settings with those saved at the desk, which only a PostgreSQL server can be asked for here. */
export async function databaseFindings(
  read: ReadConfig,
): Promise<{ readonly findings: readonly Finding[]; readonly config: ReadConfig }> {
  if (!read.databaseUrl)
    return {
      findings: [ok('database', `embedded, in ${read.dataDir}. Only the site itself opens it.`)],
      config: read,
    }
  let database: Database | undefined
  try {
    database = databaseOver(
      await openPostgresql(read.databaseUrl, { log: silent, poolSize: 1, waitMs: 5_000 }),
    )
    const version = await majorVersion(database)
    const findings = [
      ok('database', `PostgreSQL ${version}.`),
      await schemaOf(database),
      await backupFinding(read, version),
      await clocksOf(database),
    ]
    return { findings, config: { ...read, ...(await settingsOfDesk(read, database)) } }
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return { findings: [wrongly('database', error.message)], config: read }
  } finally {
    await database?.close()
  }
}

/** The settings saved at the desk; nothing before the first start made its tables. */
async function settingsOfDesk(
  { appSecret, ...read }: ReadConfig,
  database: Database,
): Promise<Partial<ReadConfig>> {
  if (appSecret === undefined || !(await schemaFits(database))) return {}
  const config: Config = { ...read, appSecret }
  const saved = settingsWith(config, openedValues(config, await deskSettingRows(database.db)))
  if ('problems' in saved) throw new StartProblem(saved.problems.join(' '))
  return saved
}

async function majorVersion({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(serverVersionQuery)
  return rows[0]?.version ?? 0
}

async function backupFinding({ role }: ReadConfig, server: number): Promise<Finding> {
  if (role === 'web') return ok('backups', 'With ROLE="web" the workers make those of the desk.')
  return toolsFinding(await toolVersion('pg_dump', server), server)
}

/** Compares major versions. `client`: that of pg_dump; undefined if it is not installed. */
export function toolsFinding(client: number | undefined, server: number): Finding {
  if (client === undefined)
    return look(
      'backups',
      'pg_dump is not installed: backups can only be made elsewhere. Install it (Debian: apt install postgresql-client).',
    )
  const fault = olderClient(client, server)
  return fault ? wrongly('backups', `${fault}.`) : ok('backups', 'pg_dump reads this server.')
}

async function schemaOf(database: Database): Promise<Finding> {
  if (await schemaFits(database)) return ok('database', 'Its tables are those of this version.')
  return look(
    'database',
    `Its tables are of another version: the next start applies what is new in ${migrationsFolder}, or refuses.`,
  )
}

async function clocksOf(database: Database): Promise<Finding> {
  const others = [{ name: 'the database', now: database.now }]
  return (await isClockRight({ otherClocks: others, clock: systemClock, log: silent }))
    ? ok('clock', 'It agrees with that of the database.')
    : wrongly(
        'clock',
        'It differs from that of the database by 5 minutes and more. Set it (timedatectl): renewals wait until then.',
      )
}
