import type { Db } from '#server/platform/database/tables.ts'

/** A code host user without an account. `email` is confirmed there. */
export type Arrival = {
  readonly subject: string
  readonly login: string
  readonly name: string
  readonly email: string
  readonly avatarUrl: string | null
}

/** Stores the browser's arrival, replacing an earlier one. `expiresAt` is real time. */
export async function keepArrival(
  db: Db,
  browserHash: Buffer,
  { subject, login, name, email, avatarUrl }: Arrival,
  expiresAt: Date,
): Promise<void> {
  const row = { subject, login, name, email, avatar_url: avatarUrl, expires_at: expiresAt }
  await db
    .insertInto('code_host_arrival')
    .values({ browser_hash: browserHash, ...row })
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(row))
    .execute()
}

export async function findArrival(db: Db, browserHash: Buffer, now: Date): Promise<Arrival | undefined> {
  return db
    .selectFrom('code_host_arrival')
    .select(['subject', 'login', 'name', 'email', 'avatar_url as avatarUrl'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes a code host user's arrivals in all browsers, once they have an account. */
export async function deleteArrivals(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('code_host_arrival').where('subject', '=', subject).execute()
}
