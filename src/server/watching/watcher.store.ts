import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { Database } from '#server/database/database.ts'

/** What is known of a user that decides whether they may watch. */
export type WatcherRow = {
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly removed: boolean
  readonly confirmed: boolean
  readonly subscription: EntitlingSubscription | undefined
  readonly licenseCount: number
  /** The account's users who are not removed, in the order in which they were added, as many as could have a seat. */
  readonly firstUserIds: readonly string[]
}

type Found = {
  accountId: string
  role: WatcherRow['role']
  removed: boolean
  confirmed: boolean
  status: EntitlingSubscription['status'] | null
  until: Date | null
  licenseCount: number
  firstUserIds: string[]
}

// one round trip, prepared once for each connection: it is asked anew for every playback and every ten seconds within one
const text = `
  select u.account_id as "accountId", u.role, u.removed_at is not null as removed, s.status, s.until, coalesce(s.license_count, 0) as "licenseCount",
    exists(select from contact c where c.user_id = u.id and c.confirmed_at is not null) as confirmed,
    array(select m.id::text from account_user m where m.account_id = u.account_id and m.removed_at is null
      order by m.position limit coalesce(s.license_count, 0)) as "firstUserIds"
  from account_user u left join subscription s on s.account_id = u.account_id
  where u.id = $1`

export async function findWatcher(
  { pool }: Pick<Database, 'pool'>,
  userId: string,
): Promise<WatcherRow | undefined> {
  const found = await pool.query<Found>({ name: 'find-watcher', text, values: [userId] })
  const row = found.rows[0]
  return (
    row && {
      accountId: row.accountId,
      role: row.role,
      removed: row.removed,
      confirmed: row.confirmed,
      subscription: row.status && row.until ? { status: row.status, until: row.until } : undefined,
      licenseCount: row.licenseCount,
      firstUserIds: row.firstUserIds,
    }
  )
}
