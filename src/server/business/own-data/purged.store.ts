import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A deleted account or user, with the business time. */
export type Purged = { readonly at: Date; readonly kind: 'account' | 'user'; readonly id: string }

/** Stores deletions until they are in the purge list (purge-list.ts), in the transaction of the deletion. */
export async function rememberPurged(trx: Trx, ...purged: readonly Purged[]): Promise<void> {
  await trx
    .insertInto('purged')
    .values(purged.map(({ at, kind, id }) => ({ id, kind, purged_at: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Takes the deletions that are not in the list yet. Waits for other processes that take some: afterwards those are in
 * the list, or taken here.
 */
export async function takePurged(trx: Trx): Promise<Purged[]> {
  const rows = await trx
    .deleteFrom('purged')
    // mutant `.forUpdate() → `: without one order two processes could wait in a circle, and one would try again
    .where('id', 'in', (of) => of.selectFrom('purged').select('id').orderBy('id').forUpdate())
    .returning(['id', 'kind', 'purged_at as at'])
    .execute()
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns whether a deletion is missing in the list, and no process is adding it now. */
export async function isListBehind(db: Db): Promise<boolean> {
  // mutant `1 → 2`: one tells
  const row = await db.selectFrom('purged').select('id').forUpdate().skipLocked().limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns the listed rows that exist, accounts first, because their users are deleted with them. */
export async function existing(db: Db, listed: readonly Purged[]): Promise<Purged[]> {
  const found: Purged[] = []
  for (const kind of ['account', 'user'] as const) {
    const ofKind = new Map(listed.filter((one) => one.kind === kind).map((one) => [one.id, one]))
    for (const ids of inPieces([...ofKind.keys()])) {
      const table = kind === 'account' ? 'account' : 'account_user'
      const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
      // mutant `ofKind.get(id) ?? [] → ofKind.get(id)`: it was asked for
      found.push(...rows.flatMap(({ id }) => ofKind.get(id) ?? []))
    }
  }
  return found
}

/** PostgreSQL allows at most 65,535 parameters per statement. */
function inPieces(ids: readonly string[]): string[][] {
  // mutant `10_000 → 10001`: any number below
  const size = 10_000
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, piece) =>
    ids.slice(piece * size, (piece + 1) * size),
  )
}
