import { typedContractNumber } from '#domain/accounts/contract-number.ts'
import { withdrawnPieces } from '#domain/shop/withdrawal.ts'
import { soldPieces } from '#server/business/shop/lines-of-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  type Declaration,
  decideWaiting,
  findContract,
  readDeclaration,
  waitingDeclarations,
} from './declaration.store.ts'
import { settleDeclaration } from './settle-declarations.ts'
import { orderNamed } from './withdraw-order.ts'

/** `GET /api/account/declaration/{id}`: a declaration about the account's contract. */
export const showDeclaration: UseCase<'declaration', 'database'> = async (
  { database },
  { params: { id }, viewer },
) => {
  const declaration = await readDeclaration(database.db, id, viewer.accountId)
  return declaration ? { status: 200, body: shown(declaration) } : new Problem('not-found')
}

/**
 * `POST /api/account/declaration/{id}`: the holder accepts a declaration about their contract, which is carried out at
 * once, as of its receipt, or rejects it. 409 where it is decided already, or cannot be carried out; then it waits for
 * the operator.
 */
export const decideDeclaration: UseCase<'decideDeclaration'> = async (
  services,
  { params: { id }, body, viewer },
) => {
  const { clock, database } = services
  const found = await readDeclaration(database.db, id, viewer.accountId)
  if (!found) return new Problem('not-found')
  const now = clock.now()
  const change =
    body.decision === 'reject'
      ? ({ outcome: 'rejected', settled_at: now } as const)
      : ({ outcome: 'received', accepted_at: now, accepted_by: 'owner' } as const)
  if (!(await decideWaiting(database.db, id, change))) return new Problem('declaration-decided')
  const accepted = await readDeclaration(database.db, id)
  if (!accepted) return new Problem('not-found')
  if (body.decision === 'accept') {
    const outcome = await settleDeclaration(services, accepted)
    if (outcome.kind === 'operator')
      return new Problem(('problem' in outcome && outcome.problem) || 'not-cancellable')
  }
  const decided = await readDeclaration(database.db, id)
  return decided ? { status: 200, body: shown(decided) } : new Problem('not-found')
}

function shown(declaration: Declaration) {
  const { contract, cancellation, reason, ends_on: endsOn, contract_ends_at: endsAt } = declaration
  return {
    kind: declaration.kind,
    receivedAt: declaration.received_at.toISOString(),
    name: declaration.name,
    email: declaration.email,
    holderKnown: declaration.holder_known,
    outcome: declaration.outcome === 'operator' ? ('waits' as const) : declaration.outcome,
    ...(contract !== null && { contract }),
    ...(cancellation !== null && { cancellation }),
    ...(reason !== null && { reason }),
    ...(endsOn !== null && { endsOn }),
    ...(endsAt !== null && { contractEndsAt: endsAt.toISOString() }),
  }
}

/**
 * A request of `npm run admin -- declarations`. `contract`: the contract number, where the site could not find the
 * contract.
 */
export type DeclarationsRequest = {
  readonly decision: 'list' | 'accept' | 'reject'
  readonly id?: string | undefined
  readonly contract?: string | undefined
  /** Of an order: the pieces of each line that it is accepted for, whatever was declared. */
  readonly pieces?: readonly number[] | undefined
}

export type DeclarationsOutcome =
  | { readonly list: readonly string[] }
  | { readonly decided: 'accepted' | 'rejected' }
  | { readonly refused: 'not-waiting' | 'contract-needed' | 'pieces-needed' }

/** The control command that lists and decides declarations in a running server (command-line/control-socket.ts). */
export const declarationsCommand = 'declarations'

/**
 * Lists the declarations that wait for the operator, or decides one. An accepted one is carried out by the running site
 * within an hour, so that this needs no payment provider.
 */
export async function decideAsOperator(
  { database: { db }, clock }: { readonly database: Pick<Database, 'db'>; readonly clock: Clock },
  { decision, id = '', contract, pieces }: DeclarationsRequest,
): Promise<DeclarationsOutcome> {
  const waiting = await waitingDeclarations(db)
  if (decision === 'list') return { list: waiting.map(lineOf) }
  const one = waiting.find((declaration) => declaration.id === id)
  if (!one) return { refused: 'not-waiting' }
  const now = clock.now()
  if (decision === 'reject') {
    const done = await decideWaiting(db, id, { outcome: 'rejected', settled_at: now })
    return done ? { decided: 'rejected' } : { refused: 'not-waiting' }
  }
  const named = contract === undefined ? undefined : await byNumber(db, contract)
  const accountId = contract === undefined ? one.account_id : named?.accountId
  const order = await orderNamed(db, one)
  if (!accountId && !order) return { refused: 'contract-needed' }
  // described in words, or no part of this order: only the operator can name the pieces
  const declared = { pieces: pieces ?? one.pieces, part: one.part }
  if (order && !withdrawnPieces(soldPieces(order), order.awaited_pieces, declared))
    return { refused: 'pieces-needed' }
  const done = await decideWaiting(db, id, {
    outcome: 'received',
    accepted_at: now,
    accepted_by: 'operator',
    account_id: accountId ?? null,
    ...(order && pieces && { pieces: [...pieces] }),
  })
  return done ? { decided: 'accepted' } : { refused: 'not-waiting' }
}

function byNumber(db: Database['db'], typed: string) {
  const number = typedContractNumber(typed)
  return number === undefined ? undefined : findContract(db, { emailKey: '', number })
}

/** One line per declaration, for searching; a stranger's line breaks are removed. */
function lineOf(declaration: Declaration & { readonly contractNumber: string | null }): string {
  const {
    id,
    kind,
    cancellation,
    received_at: receivedAt,
    name,
    email,
    contract,
    contractNumber,
  } = declaration
  const about = contractNumber === null ? 'no contract found' : `contract ${contractNumber}`
  const known = declaration.holder_known ? 'by its holder' : 'by somebody who gave neither name nor number'
  const words = [
    ...(contract === null ? [] : [`"${contract}"`]),
    ...(declaration.part === null ? [] : [`of which "${declaration.part}"`]),
    ...(declaration.reason === null ? [] : [`because "${declaration.reason}"`]),
    ...(declaration.ends_on === null ? [] : [`to end ${declaration.ends_on}`]),
  ]
  const line = `${id}  ${receivedAt.toISOString()}  ${cancellation ?? ''} ${kind} by ${name} <${email}>, ${about}, ${known}`
  // control characters, too, which a terminal would execute
  return [line, ...words].join(', ').replace(/[\s\p{Cc}]+/gu, ' ')
}
