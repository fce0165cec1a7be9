import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { Database } from '#server/database/database.ts'
import { askTogether } from '#server/services/ask-together.ts'

/** What is known of a user that decides whether they may watch. */
export type WatcherRow = {
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly removed: boolean
  readonly confirmed: boolean
  readonly subscription: EntitlingSubscription | undefined
  readonly licenseCount: number
  /** How many users of the account who are not removed were added before them; not counted beyond `licenseCount`. */
  readonly usersBefore: number
  /** Of the video that was asked for too; undefined where they never viewed it. */
  readonly viewing: Viewing | undefined
  /** The grant that was asked for too, if it is there. */
  readonly grant: { readonly expiresAt: Date; readonly lastUsedAt: Date } | undefined
}

/** What is read together with a watcher. */
type Besides = { readonly videoId?: string; readonly grantHash?: Buffer | undefined }

type Found = {
  accountId: string | null
  role: WatcherRow['role']
  removed: boolean
  confirmed: boolean
  status: EntitlingSubscription['status'] | null
  until: Date | null
  licenseCount: number
  usersBefore: number
  viewedAt: Date | null
  seen: boolean
  positionSeconds: number
  grantExpiresAt: Date | null
  grantUsedAt: Date | null
}

// prepared once for each connection: it is asked anew for every playback and every ten seconds within one
const text = `
  select u.account_id as "accountId", u.role, u.removed_at is not null as removed, s.status, s.until, coalesce(s.license_count, 0) as "licenseCount",
    exists(select from contact c where c.user_id = u.id and c.confirmed_at is not null) as confirmed,
    (select count(*)::integer from (select from account_user m where m.account_id = u.account_id and m.removed_at is null
      and m.position < u.position limit coalesce(s.license_count, 0)) earlier) as "usersBefore",
    v.viewed_at as "viewedAt", v.seen, v.position_seconds as "positionSeconds",
    g.expires_at as "grantExpiresAt", g.last_used_at as "grantUsedAt"
  from unnest($1::uuid[], $2::text[], $3::bytea[]) with ordinality as asked (user_id, video_id, grant_hash, place)
    left join account_user u on u.id = asked.user_id
    left join subscription s on s.account_id = u.account_id
    left join viewing v on v.user_id = u.id and v.video_id = asked.video_id
    left join playback_grant g on g.grant_hash = asked.grant_hash and g.user_id = u.id
  order by asked.place`

/** Who watches, with what is known besides; undefined for a user who is not there. Those of one moment are read together. */
export function findWatcher(
  { pool }: Pick<Database, 'pool'>,
  userId: string,
  besides: Besides = {},
): Promise<WatcherRow | undefined> {
  const find = finders.get(pool) ?? askTogether((asked: readonly Asked[]) => findWatchers(pool, asked))
  finders.set(pool, find)
  return find({ userId, ...besides })
}

type Asked = Besides & { readonly userId: string }

const finders = new WeakMap<Database['pool'], (asked: Asked) => Promise<WatcherRow | undefined>>()

async function findWatchers(
  pool: Database['pool'],
  asked: readonly Asked[],
): Promise<(WatcherRow | undefined)[]> {
  const values = [
    asked.map(({ userId }) => userId),
    asked.map(({ videoId }) => videoId ?? null),
    asked.map(({ grantHash }) => grantHash ?? null),
  ]
  const { rows } = await pool.query<Found>({ name: 'find-watcher', text, values })
  return rows.map(watcherOf)
}

function watcherOf({ accountId, status, until, ...row }: Found): WatcherRow | undefined {
  if (accountId === null) return undefined
  return {
    accountId,
    role: row.role,
    removed: row.removed,
    confirmed: row.confirmed,
    subscription: status && until ? { status, until } : undefined,
    licenseCount: row.licenseCount,
    usersBefore: row.usersBefore,
    viewing: row.viewedAt
      ? { viewedAt: row.viewedAt, seen: row.seen, positionSeconds: row.positionSeconds }
      : undefined,
    grant:
      row.grantExpiresAt && row.grantUsedAt
        ? { expiresAt: row.grantExpiresAt, lastUsedAt: row.grantUsedAt }
        : undefined,
  }
}
