import { remainingPieces } from '#domain/shop/given-back.ts'
import { decideAsOperator } from '#server/business/declarations/decide-declaration.ts'
import { readDeclaration, waitingDeclarations } from '#server/business/declarations/declaration.store.ts'
import { mailRejected } from '#server/business/declarations/mail-declaration.ts'
import { settleDeclarationsJob } from '#server/business/declarations/settle-declarations.ts'
import { orderNamed } from '#server/business/declarations/withdraw-order.ts'
import { soldPieces } from '#server/business/shop/lines-of-order.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { changeAsAdmin } from './change-as-admin.ts'
import { confirmAdmin } from './confirm-admin.ts'

/** `GET /api/admin/declarations`: those that wait for the operator. */
export const listWaitingDeclarations: UseCase<'waitingDeclarations', 'database'> = async ({
  database: { db },
}) => {
  const declarations = []
  for (const declaration of await waitingDeclarations(db)) {
    const order = await orderNamed(db, declaration)
    const { id, kind, cancellation, name, email, contract, reason, contractNumber } = declaration
    declarations.push({
      id,
      kind,
      cancellation,
      receivedAt: declaration.received_at.toISOString(),
      name,
      email,
      contract,
      pieces: declaration.pieces,
      part: declaration.part,
      reason,
      endsOn: declaration.ends_on,
      isHolderKnown: declaration.holder_known,
      contractNumber,
      order: order ? { id: order.id, number: order.number, lines: linesShown(order) } : null,
    })
  }
  return { status: 200, body: { declarations } }
}

function linesShown(order: OrderRow) {
  const sold = soldPieces(order)
  const remaining = remainingPieces(sold)
  return sold.lines.map((line, at) => ({
    name: line.kind === 'goods' && line.variant !== '' ? `${line.name}, ${line.variant}` : line.name,
    remaining: remaining[at] ?? 0,
  }))
}

/**
 * `POST /api/admin/declaration`: accepts a declaration, which then takes effect as of its receipt, or rejects it and
 * answers the declarer. 409 `declaration-decided` for one that is not waiting, 422 where the contract or the pieces must be named;
 * else as `confirmAdmin`.
 */
export const decideDeclarationAsAdmin: UseCase<'decideWaitingDeclaration'> = async (services, context) => {
  const { password: _, answer = '', ...request } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const { clock, queue } = services
  return changeAsAdmin(services, context, by, async (trx) => {
    const outcome = await decideAsOperator({ database: { db: trx }, clock }, request)
    if ('refused' in outcome) return refusals[outcome.refused]()
    if (request.decision === 'accept') await queue.enqueue(trx, settleDeclarationsJob, {})
    const rejected = request.decision === 'reject' && answer.trim() !== ''
    const declaration = rejected ? await readDeclaration(trx, request.id) : undefined
    if (declaration) await mailRejected(trx, services, declaration, answer)
    return {
      action: 'declaration-decided',
      target: request.id,
      after: {
        decision: request.decision,
        ...(request.contract && { contract: request.contract }),
        ...(request.pieces && { pieces: request.pieces }),
      },
    }
  })
}

const refusals = {
  'not-waiting': () => new Problem('declaration-decided'),
  'contract-needed': () => new Problem('invalid', { fields: { contract: 'field_contract_unknown' } }),
  'pieces-needed': () => new Problem('invalid', { fields: { pieces: 'field_pieces_missing' } }),
} as const
