import type { Database } from '#server/database/database.ts'

/** What one user of an account did, and the account's licences, which are the same in every row. */
export type UsageRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly confirmed: boolean
  /** Null for somebody who has never been here. */
  readonly lastSeenAt: Date | null
  readonly videosOpened: number
  readonly watchedSeconds: number
  /** Whether a part of it was watched before it was counted, and is taken from what was seen. */
  readonly estimated: boolean
  readonly licenseCount: number
}

// one round trip; each table is read once and grouped, not once for each user
const text = `
  with member as (
    select id, name, position from account_user where account_id = $1 and removed_at is null
  ), viewed as (
    select user_id, max(viewed_at) as last, count(*) as videos
    from viewing where user_id in (select id from member)
    group by user_id
  ), played as (
    select user_id, sum(played_seconds + estimated_seconds) as seconds, bool_or(estimated_seconds > 0) as estimated
    from watched where user_id in (select id from member)
    group by user_id
  ), here as (
    select user_id, max(last_seen_at) as last
    from (
      select user_id, last_seen_at from session
      where user_id in (select id from member) and switched_from is null
      union all
      select user_id, last_seen_at from known_browser
      where user_id in (select id from member)
    ) visit
    group by user_id
  )
  select m.id, m.name, coalesce(c.email, '') as email, c.confirmed_at is not null as confirmed,
    greatest(here.last, viewed.last) as "lastSeenAt",
    coalesce(viewed.videos, 0) as "videosOpened",
    round(coalesce(played.seconds, 0))::bigint as "watchedSeconds",
    coalesce(played.estimated, false) as estimated,
    coalesce((select license_count from subscription where account_id = $1), 0) as "licenseCount"
  from member m
  left join contact c on c.user_id = m.id and c.is_primary
  left join viewed on viewed.user_id = m.id
  left join played on played.user_id = m.id
  left join here on here.user_id = m.id
  order by m.position`

/** The users of an account who are not removed, in the order of their seats. */
export async function readUsage({ pool }: Pick<Database, 'pool'>, accountId: string): Promise<UsageRow[]> {
  const { rows } = await pool.query<UsageRow>({ name: 'team-usage', text, values: [accountId] })
  return rows
}
