import { type AuditActor, type Deed, recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Remember } from '#server/platform/http/idempotency.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Makes a change in one transaction, which also stores its reply and the audit entry that `work` returns. Returns the problem of
 * `by` (`confirmAdmin`), or that of `work`, which must come before its first write.
 */
export async function changeAsAdmin(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { remember }: { readonly remember: Remember },
  by: AuditActor | Problem,
  work: (trx: Trx, actor: AuditActor) => Promise<Deed | Problem>,
): Promise<typeof done | Problem> {
  if (by instanceof Problem) return by
  return inTransaction(services.database.db, async (trx) => {
    const deed = await work(trx, by)
    if (deed instanceof Problem) return deed
    await remember(trx, done)
    await recordAudit(trx, services, by, deed)
    return done
  })
}

const done = { status: 200, body: { status: 'ok' } } as const
