import type { Database } from '#server/database/database.ts'

/** Whether a mail waits that should have been tried at `since`, or that nobody has taken for a long time. */
export async function mailIsStuck({ db }: Database, since: Date): Promise<boolean> {
  const stuck = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('next_attempt_at', '<', since), where('attempts', '>=', 10)]))
    .limit(1)
    .executeTakeFirst()
  return stuck !== undefined
}

/** Whether there are films that the media folder must hold. */
export async function libraryHasVideos({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('video').select('id').limit(1).executeTakeFirst()) !== undefined
}
