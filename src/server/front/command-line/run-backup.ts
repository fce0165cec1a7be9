import { resolve } from 'node:path'
import { m } from '#messages/generated/messages.js'
import { copyDatabaseCommand } from '#server/front/backup/copy-database.ts'
import { type BackupProgress, type BackupSource, makeBackup } from '#server/front/backup/make-backup.ts'
import { verifyBackup } from '#server/front/backup/read-backup.ts'
import { type RestoreTarget, restoreBackup } from '#server/front/backup/restore-backup.ts'
import { copyClosed } from '#server/platform/database/embedded/open-embedded.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { askServer } from './control-socket.ts'
import { showProgress } from './show-progress.ts'

/** What keeping a site needs of the world, as `AdminTool` says it. */
type Keeping = {
  readonly config: RestoreTarget
  readonly workingFolder: string
  readonly clock: Clock
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

const phases: Record<BackupProgress['phase'], () => string> = {
  database: m.backup_phase_database,
  media: m.backup_phase_media,
  file: m.backup_phase_file,
}

/** `backup [file]`: makes a backup of the site, which may run meanwhile. Answers what to print; throws `StartProblem`. */
export async function backUp(tool: Keeping, file: string | undefined): Promise<string> {
  const { config, clock, workingFolder } = tool
  const now = clock.real()
  const path = resolve(
    workingFolder,
    file ?? `lectern-backup-${now.toISOString().slice(0, 19).replaceAll(':', '')}.tar`,
  )
  const progress = showProgress(tool.errors, phases)
  try {
    const source = { ...config, copyEmbedded: (folder: string) => copyEmbedded(config.dataDir, folder) }
    const { bytes } = await makeBackup(source, { path, now, report: progress.report })
    return m.backup_made({ path, megabytes: Math.ceil(bytes / 1_000_000) })
  } finally {
    progress.stop()
  }
}

/** `restore <file>`: puts a backup in the place of a site that is not there yet. Answers what to print; throws `StartProblem`. */
export async function restore(tool: Keeping, file: string): Promise<string> {
  const { config, workingFolder } = tool
  const path = resolve(workingFolder, file)
  const progress = showProgress(tool.errors, phases)
  try {
    const { madeAt, verified } = await restoreBackup(path, config, progress.report)
    const restored = m.backup_restored({ madeAt })
    return verified ? restored : `${restored} ${m.backup_not_verified()}`
  } finally {
    progress.stop()
  }
}

/**
 * `backup verify <file>`: reads a backup to its end. Answers what to print, and whether every member is what it was; throws
 * `StartProblem` for a file that was cut off or altered.
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

/** The running server has the only key to its embedded database; where none runs, its files are copied as they lie. */
async function copyEmbedded(dataDir: string, folder: string): ReturnType<BackupSource['copyEmbedded']> {
  const answer = await askServer(dataDir, copyDatabaseCommand, { folder }, () => undefined)
  // the same program stands on the other side
  if ('result' in answer) return answer.result as Awaited<ReturnType<BackupSource['copyEmbedded']>>
  if (answer.trouble === 'gone') throw new StartProblem(m.admin_server_gone())
  if (answer.trouble === 'failed') throw new StartProblem(m.admin_server_failed())
  await copyClosed(dataDir, folder)
  return undefined
}
