import { resolve } from 'node:path'
import { m } from '#messages/generated/messages.js'
import { drillBackup } from '#server/front/backup/drill.ts'
import type { BackupProgress } from '#server/front/backup/make-backup.ts'
import type { RestoreTarget } from '#server/front/backup/restore-backup.ts'
import type { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'

/** The environment of a drill, as in `AdminTool`. */
type Drilling = {
  readonly config: Pick<RestoreTarget, 'databaseUrl' | 'appSecret' | 'previousAppSecret'>
  readonly workingFolder: string
  readonly migrationsDir: string
  readonly clock: Clock
}

/** Numbers named in a sentence; of more, their count. */
const named = 5

/**
 * `drill <file>`: restores a backup into a temporary place and checks its books. Returns a sentence per check, and
 * whether all hold; throws `StartProblem` for a backup that cannot be restored.
 */
export async function drill(
  { config: site, workingFolder, migrationsDir, clock }: Drilling,
  file: string,
  report: (progress: BackupProgress) => void,
): Promise<{ holds: boolean; said: string }> {
  const path = resolve(workingFolder, file)
  const found = await drillBackup({ path, site, migrationsDir, now: clock.real() }, report)
  const { madeAt, invoices, missing, differing, altered, differences } = found
  const faults = [
    'fault' in found.audit && sentenceOfAudit(found.audit),
    missing.length > 0 && m.drill_missing({ numbers: list(missing) }),
    differing.length > 0 && m.drill_differing({ numbers: list(differing) }),
    altered.length > 0 && m.drill_altered({ numbers: list(altered) }),
    differences > 0 && m.drill_differences({ differences }),
  ].filter((sentence) => sentence !== false)
  const good = [
    m.drill_restored({ madeAt }),
    !found.verified && m.backup_not_verified(),
    !('fault' in found.audit) && sentenceOfAudit(found.audit),
    missing.length + differing.length + altered.length === 0 && m.drill_invoices({ invoices }),
    differences === 0 && m.drill_no_differences(),
  ].filter((sentence) => sentence !== false)
  const holds = faults.length === 0
  return { holds, said: [...good, ...faults, holds ? m.drill_holds() : m.drill_fails()].join('\n') }
}

/** Returns what the verification of an audit log found, as a sentence. */
export function sentenceOfAudit(verdict: Awaited<ReturnType<typeof verifyAudit>>): string {
  if ('fault' in verdict) {
    const { fault, faultAt: position } = verdict
    return fault === 'missing' ? m.audit_missing({ position }) : m.audit_changed({ position })
  }
  const { entries, newestHash } = verdict
  return entries === 0 ? m.audit_empty() : m.audit_intact({ entries, hash: newestHash })
}

function list(numbers: readonly string[]): string {
  const first = numbers.slice(0, named).join(', ')
  return numbers.length > named ? `${first} … (${numbers.length})` : first
}
