import type { Database } from '#server/platform/database/database.ts'

/** One user's usage, and the account's licences, which are the same in every row. */
export type UsageRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly confirmed: boolean
  /** Null for a user who has never signed in. */
  readonly lastSeenAt: Date | null
  readonly videosOpened: number
  readonly watchedSeconds: number
  /** Whether it includes an estimate from seen videos, for the time before counting began. */
  readonly estimated: boolean
  readonly licenseCount: number
}

// one round trip; a user's rows are found by indexes
const text = `
  select m.id, m.name, coalesce(c.email, '') as email, c.confirmed_at is not null as confirmed,
    greatest(
      viewed.last,
      (select max(last_seen_at) from session where user_id = m.id and switched_from is null),
      (select max(last_seen_at) from known_browser where user_id = m.id)
    ) as "lastSeenAt",
    viewed.videos as "videosOpened",
    round(played.seconds)::bigint as "watchedSeconds",
    played.estimated,
    coalesce((select license_count from subscription where account_id = $1), 0) as "licenseCount"
  from account_user m
  left join contact c on c.user_id = m.id and c.is_primary
  cross join lateral (
    select max(viewed_at) as last, count(*) as videos from viewing where user_id = m.id
  ) viewed
  cross join lateral (
    select coalesce(sum(played_seconds + estimated_seconds), 0) as seconds,
      coalesce(bool_or(estimated_seconds > 0), false) as estimated
    from watched where user_id = m.id
  ) played
  where m.account_id = $1 and m.removed_at is null
  order by m.position`

/** Returns an account's users that are not removed, in the order of seats. */
export async function readUsage({ pool }: Pick<Database, 'pool'>, accountId: string): Promise<UsageRow[]> {
  const { rows } = await pool.query<UsageRow>({ name: 'team-usage', text, values: [accountId] })
  return rows
}
