import type { Services } from '#server/services/services.ts'
import { verifyAudit } from './verify-audit.ts'

/** Name of the command by which a running server verifies its audit log (command-line/control-socket.ts). */
export const verifyAuditCommand = 'verify-audit'

/** Verifies the log in the running server, which alone gets at the embedded database. */
export function verifyAuditOnRequest({
  database,
}: Pick<Services, 'database'>): ReturnType<typeof verifyAudit> {
  return verifyAudit(database.db)
}
