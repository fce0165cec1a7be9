import { createHash } from 'node:crypto'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AuditRow, insertEntry, lockNewestEntry } from './audit.store.ts'

/** The actor, and the id of the request. */
export type AuditActor = {
  readonly userId: string
  /** The account that the actor has switched into. */
  readonly actingAs?: string
  readonly network: string
  readonly requestId: string
  /** Name of the key of a program that made the change. */
  readonly key?: string
}

/** Facts without secrets: no password, no token, no card data. */
type Facts = { readonly [name: string]: unknown }

export type Deed = {
  readonly action: AuditAction
  /** Id of the account, or the key of the changed object. */
  readonly target: string
  readonly before?: Facts
  readonly after?: Facts
}

/**
 * Adds an entry to the audit log, in the transaction of the change that it records. Call it last: it serialises all
 * writers until the transaction ends. The process log gets the entry's hash, a copy outside the database.
 */
export async function recordAudit(
  trx: Trx,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  actor: AuditActor,
  { action, target, before, after }: Deed,
): Promise<void> {
  const newest = await lockNewestEntry(trx)
  const row = {
    position: (newest?.position ?? 0) + 1,
    at: clock.real(),
    actor_id: actor.userId,
    acting_as: actor.actingAs ?? null,
    action,
    target,
    network: actor.network,
    request_id: actor.requestId,
    before: before === undefined ? null : JSON.stringify(before),
    after: afterOf(actor, after),
    previous_hash: newest?.hash ?? noEntry,
  }
  const hash = entryHash(row)
  await insertEntry(trx, { ...row, hash })
  afterCommit(() =>
    log.info(
      {
        audit: row.position,
        hash: hash.toString('hex'),
        action,
        target,
        userId: actor.userId,
        requestId: actor.requestId,
      },
      'the admin changed something',
    ),
  )
}

function afterOf({ key }: AuditActor, after: Facts | undefined): string | null {
  const facts = key === undefined ? after : { ...after, apiKey: key }
  return facts === undefined ? null : JSON.stringify(facts)
}

/** The predecessor's hash of the first entry. */
export const noEntry = Buffer.alloc(32)

/** SHA-256 over all fields of an entry and its predecessor's hash: any later change is detectable. */
export function entryHash(row: Omit<AuditRow, 'hash'>): Buffer {
  const facts = [
    row.position,
    row.at.toISOString(),
    row.actor_id,
    row.acting_as,
    row.action,
    row.target,
    row.network,
    row.request_id,
    row.before,
    row.after,
    row.previous_hash.toString('hex'),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest()
}
