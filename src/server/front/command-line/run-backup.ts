import { resolve } from 'node:path'
import { m } from '#messages/generated/messages.js'
import { backupName } from '#server/front/backup/backup-folder.ts'
import { copyDatabaseCommand } from '#server/front/backup/copy-database.ts'
import { type BackupProgress, type BackupSource, makeBackup } from '#server/front/backup/make-backup.ts'
import { makeKeptBackup } from '#server/front/backup/make-kept-backup.ts'
import { verifyBackup } from '#server/front/backup/read-backup.ts'
import { type RestoreTarget, restoreBackup } from '#server/front/backup/restore-backup.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import { copyClosed } from '#server/platform/database/embedded/open-embedded.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { askServer } from './control-socket.ts'
import { drill } from './run-drill.ts'
import { showProgress } from './show-progress.ts'

/** The environment of backup and restore, as in `AdminTool`. */
type Keeping = {
  readonly config: Omit<RestoreTarget, 'migrationsDir'> &
    Pick<ReadConfig, 'backupFolder' | 'backupKeep' | 'backupMedia'>
  readonly workingFolder: string
  readonly migrationsDir: string
  readonly clock: Clock
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

const phases: Record<BackupProgress['phase'], () => string> = {
  database: m.backup_phase_database,
  media: m.backup_phase_media,
  file: m.backup_phase_file,
}

/** `backup [file]`: backs up the site, which may be running. Returns the output; throws `StartProblem`. */
export async function backUp(tool: Keeping, file: string | undefined): Promise<string> {
  const { config, clock, workingFolder } = tool
  const now = clock.real()
  const path = resolve(workingFolder, file ?? backupName(now))
  const progress = showProgress(tool.errors, phases)
  try {
    const source = { ...config, copyEmbedded: (folder: string) => copyEmbedded(config.dataDir, folder) }
    const { bytes } = await makeBackup(source, { path, now, report: progress.report })
    return m.backup_made({ path, megabytes: Math.ceil(bytes / 1_000_000) })
  } finally {
    progress.stop()
  }
}

/**
 * `backup keep`: backs up the site into BACKUP_DIR, verifies the backup, and deletes the oldest beyond BACKUP_KEEP. Returns the output;
 * throws `StartProblem`.
 */
export async function backUpAndKeep(tool: Keeping): Promise<string> {
  const { config, clock } = tool
  const now = clock.real()
  const progress = showProgress(tool.errors, phases)
  try {
    const source = { ...config, copyEmbedded: (folder: string) => copyEmbedded(config.dataDir, folder) }
    const { backupFolder: folder, backupKeep: keep } = config
    const keepsMediaBeside = config.backupMedia === 'beside'
    const of = {
      folder,
      file: backupName(now, keepsMediaBeside),
      keepsMediaBeside,
      keep,
      now,
      report: progress.report,
    }
    const { path, bytes, deleted } = await makeKeptBackup(source, of)
    const made = m.backup_made({ path, megabytes: Math.ceil(bytes / 1_000_000) })
    return deleted.length === 0 ? made : `${made} ${m.backup_surplus({ files: deleted.join(', ') })}`
  } finally {
    progress.stop()
  }
}

/** `restore <file>`: restores a backup where no site exists yet. Returns the output; throws `StartProblem`. */
export async function restore(tool: Keeping, file: string): Promise<string> {
  const { config, workingFolder, migrationsDir } = tool
  const path = resolve(workingFolder, file)
  const progress = showProgress(tool.errors, phases)
  try {
    const { madeAt, verified, copied } = await restoreBackup(
      path,
      { ...config, migrationsDir },
      progress.report,
    )
    const said = [
      m.backup_restored({ madeAt }),
      copied && m.backup_other_kind(copied),
      !verified && m.backup_not_verified(),
    ]
    return said.filter((sentence) => typeof sentence === 'string').join(' ')
  } finally {
    progress.stop()
  }
}

/**
 * `backup verify <file>`: verifies a backup. Returns the output, and whether every member is unaltered; throws
 * `StartProblem` for a truncated or altered file.
 */
export async function verify(tool: Keeping, file: string): Promise<{ verified: boolean; said: string }> {
  const path = resolve(tool.workingFolder, file)
  const progress = showProgress(tool.errors, phases)
  try {
    const { verified, files } = await verifyBackup(path, (done, total) =>
      progress.report({ phase: 'file', done, total }),
    )
    return { verified, said: verified ? m.backup_verified({ path, files }) : m.backup_not_verified() }
  } finally {
    progress.stop()
  }
}

/** `drill <file>`: as `drill` in run-drill.ts, with progress. */
export async function drillFile(
  tool: Parameters<typeof drill>[0] & Pick<Keeping, 'errors'>,
  file: string,
): ReturnType<typeof drill> {
  const progress = showProgress(tool.errors, phases)
  try {
    return await drill(tool, file, progress.report)
  } finally {
    progress.stop()
  }
}

/** A running server holds the only connection to its embedded database; without one, its files are copied. */
async function copyEmbedded(dataDir: string, folder: string): ReturnType<BackupSource['copyEmbedded']> {
  const answer = await askServer(dataDir, copyDatabaseCommand, { folder }, () => undefined)
  // the server is the same program
  if ('result' in answer) return answer.result as Awaited<ReturnType<BackupSource['copyEmbedded']>>
  if (answer.trouble === 'gone') throw new StartProblem(m.admin_server_gone())
  if (answer.trouble === 'failed') throw new StartProblem(m.admin_server_failed())
  await copyClosed(dataDir, folder)
  return undefined
}
