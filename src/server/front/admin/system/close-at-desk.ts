import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import { type ClosingOutcome, closeServiceIn } from '#server/front/closing/close-service.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { serviceModeChanged } from '#server/platform/site/service-mode.ts'

/** `GET /api/admin/service/closing`: what closing the service now would do. Null where it is closed, or about to be. */
export const previewClosing: UseCase<'previewClosing'> = async (services) => {
  const outcome = await inTransaction(services.database.db, (trx) =>
    closeServiceIn(trx, services, { act: 'preview' }),
  )
  if (outcome.kind !== 'preview') return { status: 200, body: { preview: null } }
  const { kind: _, zone: __, ...preview } = outcome
  return { status: 200, body: { preview } }
}

/**
 * Orders the closing of the service, takes that back, or opens a closed service again: as `npm run admin --
 * close-service` and `open-service`. 422 for another name than the site's; 409 `closing-moved` where there is nothing to
 * order, take back or open any more; else refused as `confirmAdmin`.
 */
export const changeClosing: UseCase<'changeClosing'> = async (services, context) => {
  const { password: _, ...request } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const answer = await changeAsAdmin(services, context, by, async (trx) => {
    const outcome = await carryOut(trx, services, request)
    const refused = refusalOf(outcome)
    if (refused) return refused
    return {
      action: 'closing-changed',
      target: 'service-closing',
      after: { act: request.act, ...('effectiveAt' in outcome && { effectiveAt: outcome.effectiveAt }) },
    }
  })
  serviceModeChanged(services)
  return answer
}

function carryOut(
  trx: Trx,
  services: Services,
  { act, name }: { readonly act: 'order' | 'undo' | 'open'; readonly name?: string | undefined },
): Promise<ClosingOutcome> {
  return closeServiceIn(trx, services, act === 'order' ? { act, name: name ?? '' } : { act })
}

function refusalOf({ kind }: ClosingOutcome): Problem | undefined {
  if (kind === 'ordered' || kind === 'undone' || kind === 'opened') return undefined
  if (kind === 'wrong-name') return new Problem('invalid', { fields: { name: 'field_site_name_wrong' } })
  return new Problem('closing-moved')
}
