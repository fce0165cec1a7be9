import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { EntitlingSubscription, Pause } from '#domain/team/permission.ts'
import type { Database } from '#server/platform/database/database.ts'
import { askTogether } from '#server/platform/services/ask-together.ts'

/** The facts about a user that decide the right to watch. */
export type WatcherRights = {
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly removed: boolean
  readonly confirmed: boolean
  readonly subscription: (EntitlingSubscription & Pause) | undefined
  readonly licenseCount: number
  /**
   * Number of the account's users, without removed ones, who were added before them; not counted beyond `licenseCount`.
   */
  readonly usersBefore: number
}

export type WatcherRow = WatcherRights & {
  /** Of the requested video; undefined where they never viewed it. */
  readonly viewing: Viewing | undefined
  /** The requested grant, if it exists. */
  readonly grant: { readonly expiresAt: Date; readonly lastUsedAt: Date } | undefined
}

/** Data read together with a watcher. */
type Besides = { readonly videoId?: string; readonly grantHash?: Buffer | undefined }

type Found = FoundViewing & {
  accountId: string | null
  role: WatcherRow['role']
  removed: boolean
  confirmed: boolean
  status: EntitlingSubscription['status'] | null
  until: Date | null
  pausedFrom: Date | null
  pausedUntil: Date | null
  licenseCount: number
  usersBefore: number
  grantExpiresAt: Date | null
  grantUsedAt: Date | null
}

/**
 * SQL: the row `u` of a user with the account's subscription, and `r`: whether an address is confirmed, and how many
 * users precede them. Both are evaluated once, however often they are used.
 */
const withRights = `
  left join subscription s on s.account_id = u.account_id
  left join lateral (select
      exists(select from contact c where c.user_id = u.id and c.confirmed_at is not null) as confirmed,
      (select count(*)::integer from (select from account_user m where m.account_id = u.account_id and m.removed_at is null
        and m.position < u.position limit coalesce(s.license_count, 0)) earlier) as users_before
    offset 0) r on true`

const columns = `
    u.account_id as "accountId", u.role, u.removed_at is not null as removed, s.status, s.until,
    s.paused_from as "pausedFrom", s.paused_until as "pausedUntil",
    coalesce(s.license_count, 0) as "licenseCount", r.confirmed, r.users_before as "usersBefore",
    v.viewed_at as "viewedAt", v.seen, v.position_seconds as "positionSeconds"`

// used for every playback and several times a minute within one: prepared once per connection
const statement = {
  name: 'find-watchers',
  text: `
  select ${columns}, g.expires_at as "grantExpiresAt", g.last_used_at as "grantUsedAt"
  from unnest($1::uuid[], $2::text[], $3::bytea[]) with ordinality as asked (user_id, video_id, grant_hash, place)
    left join account_user u on u.id = asked.user_id ${withRights}
    left join viewing v on v.user_id = u.id and v.video_id = asked.video_id
    left join playback_grant g on g.grant_hash = asked.grant_hash
  order by asked.place`,
}

/** Returns a watcher; undefined for an unknown user. Concurrent lookups are batched. */
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
    asked.map(({ videoId }) => videoId),
    asked.map(({ grantHash }) => grantHash),
  ]
  const { rows } = await pool.query<Found>({ ...statement, values })
  return rows.map(watcherOf)
}

function watcherOf({
  accountId,
  status,
  until,
  pausedFrom,
  pausedUntil,
  ...row
}: Found): WatcherRow | undefined {
  if (accountId === null) return undefined
  return {
    accountId,
    role: row.role,
    removed: row.removed,
    confirmed: row.confirmed,
    // without a subscription neither is there
    // mutant `status → true`: as above
    // mutant `until → true`: as above
    subscription: status && until ? { status, until, pausedFrom, pausedUntil } : undefined,
    licenseCount: row.licenseCount,
    usersBefore: row.usersBefore,
    viewing: viewingFrom(row),
    grant:
      // mutant `row.grantExpiresAt → true`: what was used expires
      row.grantExpiresAt && row.grantUsedAt
        ? { expiresAt: row.grantExpiresAt, lastUsedAt: row.grantUsedAt }
        : undefined,
  }
}

/** A user's record of a video, as columns of another query. */
type FoundViewing = { viewedAt: Date | null; seen: boolean; positionSeconds: number }

function viewingFrom({ viewedAt, seen, positionSeconds }: FoundViewing): Viewing | undefined {
  return viewedAt ? { viewedAt, seen, positionSeconds } : undefined
}
