import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** Returns whether a mail has been due since `since` without being claimed, although no pause applies to it. */
export async function mailIsStuck({ db }: Database, { now, since }: Moments): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where sent_at is null and failed_at is null and next_attempt_at < ${since}
      and not exists (select from mail_pause as pause
        where pause.scope in ('*', mail.domain) and pause.until > ${now})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether a mail has been failing since `since` or longer, and no other was delivered meanwhile. */
export async function mailsComeBack({ db }: Database, { since }: Moments): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where sent_at is null and failed_at is null and put_off_since < ${since}
      and not exists (select from mail as other where other.delivered_at > mail.put_off_since)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether a mail was given up, and no other was delivered since. */
export async function mailWasGivenUp({ db }: Database): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where failed_at is not null and given_up_at is not null
      and not exists (select from mail as other where other.delivered_at > mail.given_up_at)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether any process has delivered a mail after `moment`. */
export async function mailWentOutAfter({ db }: Database, moment: Date): Promise<boolean> {
  const sent = await db
    .selectFrom('mail')
    .select('id')
    .where('delivered_at', '>', moment)
    // mutant `1 → 2`: the first row is taken
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** Real time. */
type Moments = { readonly now: Date; readonly since: Date }

/** Returns whether there are videos, whose files the media folder must contain. */
export async function libraryHasVideos({ db }: Database): Promise<boolean> {
  // mutant `1 → 2`: the first row is taken
  return (await db.selectFrom('video').select('id').limit(1).executeTakeFirst()) !== undefined
}
