import type { calls } from '#contract/calls.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Saves what the tax adviser says about DATEV. Refused as `confirmAdminLately`. */
export async function saveDatev(
  services: Services,
  context: CallContext<typeof calls.saveDatev>,
): Promise<CallAnswer<typeof calls.saveDatev>> {
  const { password, ...settings } = context.body
  const by = await confirmAdminLately(services, context, password)
  if (by instanceof Problem) return by
  return inTransaction(services.database.db, async (trx) => {
    const before = await readSetting(trx, 'datev')
    await writeSetting(trx, 'datev', settings)
    await context.remember(trx, done)
    await recordAudit(trx, services, by, {
      action: 'datev-saved',
      target: 'datev',
      ...(before !== undefined && { before: { settings: before } }),
      after: { settings },
    })
    return done
  })
}

const done = { status: 200, body: { status: 'ok' } } as const
