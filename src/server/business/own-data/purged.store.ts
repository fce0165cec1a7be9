import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** An account or a user who was purged, and when by business time. */
export type Purged = { readonly at: Date; readonly kind: 'account' | 'user'; readonly id: string }

/** Remembers it until it stands in the list (purge-list.ts), in the transaction that purges. */
export async function rememberPurged(trx: Transaction<Tables>, { at, kind, id }: Purged): Promise<void> {
  await trx
    .insertInto('purged')
    .values({ id, kind, purged_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Takes what is not in the list yet. Waits for another process that takes some of it: afterwards it is in the list, or
 * taken here.
 */
export async function takePurged(trx: Transaction<Tables>): Promise<Purged[]> {
  const rows = await trx
    .deleteFrom('purged')
    // mutant `.forUpdate() → `: without one order two processes could wait in a circle, and one would try again
    .where('id', 'in', (of) => of.selectFrom('purged').select('id').orderBy('id').forUpdate())
    .returning(['id', 'kind', 'purged_at as at'])
    .execute()
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Whether somebody purged is not in the list, and no process is adding them at the moment. */
export async function isListBehind(db: Kysely<Tables>): Promise<boolean> {
  // mutant `1 → 2`: one tells
  const row = await db.selectFrom('purged').select('id').forUpdate().skipLocked().limit(1).executeTakeFirst()
  return row !== undefined
}

/** Those of the list who are there, accounts first: their users go with them. */
export async function existing(db: Kysely<Tables>, listed: readonly Purged[]): Promise<Purged[]> {
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

/** A statement takes 65,535 values at most. */
function inPieces(ids: readonly string[]): string[][] {
  // mutant `10_000 → 10001`: any number below
  const size = 10_000
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, piece) =>
    ids.slice(piece * size, (piece + 1) * size),
  )
}
