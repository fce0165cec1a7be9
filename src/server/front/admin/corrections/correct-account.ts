import type { Correction, CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import type { calls } from '#contract/calls.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import {
  type StoredDecision,
  storeEvent,
  withSubscription,
} from '#server/business/subscriptions/apply-billing-event.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { reissue } from './correct-invoice.ts'
import { type DecidedCorrection, decideCorrection } from './decide-correction.ts'

type Context = CallContext<typeof calls.correctAccount>['body']

/** How long a preview can be confirmed, in milliseconds: as a quote of more users. */
const previewLastsMs = 10 * 60_000

/** Returns what a correction would do. 404 for an unknown account; else as `decideCorrection`. */
export const previewCorrection: UseCase<'previewCorrection'> = async (
  services,
  { body: { accountId, correction } },
) => {
  const decided = await inTransaction(services.database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, accountId)
    if (!subscription) return new Problem('not-found')
    return decideCorrection(trx, services, subscription, { correction, at: services.clock.now() })
  })
  return decided instanceof Problem ? decided : { status: 200, body: decided.preview }
}

/**
 * Corrects an account as previewed. 409 `version-conflict` if it would do something else by now, or the preview is older
 * than ten minutes; 404 for an unknown account; else as `confirmAdmin` and `decideCorrection`.
 */
export const correctAccount: UseCase<'correctAccount'> = async (services, context) => {
  const { accountId, correction, shown, reason } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const at = new Date(shown.at)
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const ageMs = services.clock.now().getTime() - at.getTime()
    if (ageMs < 0 || ageMs > previewLastsMs) return new Problem('version-conflict')
    const decided = await decideCorrection(trx, services, subscription, { correction, at })
    if (decided instanceof Problem) return decided
    const { preview } = decided
    if (!isAsShown(preview, shown)) return new Problem('version-conflict')
    const stored = await carryOut(trx, services, subscription, decided)
    if (stored instanceof Problem) return stored
    await context.remember(trx, corrected)
    const { before, after, refundCents } = preview
    await recordAudit(trx, services, by, {
      action: 'account-corrected',
      target: accountId,
      before,
      after: { ...after, refundCents, correction: withoutNames(correction), reason: reason.trim() },
    })
    return stored
  })
  return done instanceof Problem ? done : corrected
}

const corrected = { status: 200, body: { status: 'ok' } } as const

async function carryOut(
  trx: Trx,
  services: Services,
  subscription: BilledSubscription,
  decided: DecidedCorrection,
): Promise<StoredDecision | Problem> {
  if ('event' in decided) return storeEvent(trx, services, subscription, decided.event)
  const { account, state } = subscription
  await reissue(trx, services, account.id, decided.reissue)
  return { before: state, decision: { ok: true, next: state, mails: [] }, steps: [] }
}

/** The audit log has ids only, because it outlives the account. */
function withoutNames(correction: Correction): object {
  return correction.kind === 'invoice' ? { kind: 'invoice', invoiceId: correction.invoiceId } : correction
}

function isAsShown(
  { version, refundCents, reissuedCents, after }: CorrectionPreview,
  shown: Context['shown'],
): boolean {
  return (
    reissuedCents === shown.reissuedCents &&
    version === shown.version &&
    refundCents === shown.refundCents &&
    after.balanceCents === shown.balanceCents
  )
}
