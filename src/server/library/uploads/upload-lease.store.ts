import type { Db } from '#server/platform/database/tables.ts'

type Lease = { readonly id: string; readonly lease: string; readonly until: Date }

/** Returns whether nobody else had the lease of the upload; then it is taken. */
export async function takeLease(db: Db, { id, lease, until }: Lease, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ lease, lease_until: until })
    .where('id', '=', id)
    .where((is) => is.or([is('lease', 'is', null), is('lease_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether it is still the own one; then it lasts longer. */
export async function renewLease(db: Db, { id, lease, until }: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endLease(db: Db, { id, lease }: Pick<Lease, 'id' | 'lease'>): Promise<void> {
  await db
    .updateTable('upload')
    .set({ lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}
