import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Records in the audit log that the admin makes a call in another account, before it is made. */
export async function recordSwitched(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  call: Call,
  { accountId, userId, switchedBy = userId }: Viewer,
  request: FastifyRequest,
): Promise<void> {
  const by = {
    userId: switchedBy,
    actingAs: accountId,
    network: request.visitor.network,
    requestId: request.id,
  }
  await inTransaction(services.database.db, (trx) =>
    recordAudit(trx, services, by, {
      action: 'written-while-switched',
      target: accountId,
      after: { userId, call: `${call.method} ${call.path}` },
    }),
  )
}
