import type { Viewing } from '#domain/catalogue/viewing.ts'
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
  /** Of the video that was asked for too; undefined where they never viewed it. */
  readonly viewing: Viewing | undefined
  /** The grant that was asked for too, if it is there. */
  readonly grant: { readonly expiresAt: Date; readonly lastUsedAt: Date } | undefined
}

/** What is read together with a watcher. */
type Besides = { readonly videoId?: string; readonly grantHash?: Buffer | undefined }

type Found = {
  accountId: string
  role: WatcherRow['role']
  removed: boolean
  confirmed: boolean
  status: EntitlingSubscription['status'] | null
  until: Date | null
  licenseCount: number
  firstUserIds: string[]
  viewedAt: Date | null
  seen: boolean
  positionSeconds: number
  grantExpiresAt: Date | null
  grantUsedAt: Date | null
}

// one round trip, prepared once for each connection: it is asked anew for every playback and every ten seconds within one
const text = `
  select u.account_id as "accountId", u.role, u.removed_at is not null as removed, s.status, s.until, coalesce(s.license_count, 0) as "licenseCount",
    exists(select from contact c where c.user_id = u.id and c.confirmed_at is not null) as confirmed,
    array(select m.id::text from account_user m where m.account_id = u.account_id and m.removed_at is null
      order by m.position limit coalesce(s.license_count, 0)) as "firstUserIds",
    v.viewed_at as "viewedAt", v.seen, v.position_seconds as "positionSeconds",
    g.expires_at as "grantExpiresAt", g.last_used_at as "grantUsedAt"
  from account_user u left join subscription s on s.account_id = u.account_id
    left join viewing v on v.user_id = u.id and v.video_id = $2
    left join playback_grant g on g.grant_hash = $3 and g.user_id = u.id
  where u.id = $1`

export async function findWatcher(
  { pool }: Pick<Database, 'pool'>,
  userId: string,
  { videoId, grantHash }: Besides = {},
): Promise<WatcherRow | undefined> {
  const values = [userId, videoId ?? null, grantHash ?? null]
  const found = await pool.query<Found>({ name: 'find-watcher', text, values })
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
      viewing: row.viewedAt
        ? { viewedAt: row.viewedAt, seen: row.seen, positionSeconds: row.positionSeconds }
        : undefined,
      grant:
        row.grantExpiresAt && row.grantUsedAt
          ? { expiresAt: row.grantExpiresAt, lastUsedAt: row.grantUsedAt }
          : undefined,
    }
  )
}
