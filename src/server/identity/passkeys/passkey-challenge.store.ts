import type { Db } from '#server/platform/database/tables.ts'

export type Challenge = {
  /** base64url */
  readonly challenge: string
  readonly purpose: 'add' | 'sign-in'
  readonly browserHash: Buffer
  /** The user whose passkey must answer; null for a sign-in that begins with it. */
  readonly userId: string | null
}

export async function insertChallenge(
  db: Db,
  { challenge, purpose, browserHash, userId, expiresAt }: Challenge & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      purpose,
      browser_hash: browserHash,
      user_id: userId,
      expires_at: expiresAt,
    })
    .execute()
}

/** Deletes and returns a challenge, so that it is answered once at most; undefined if there is none. */
export async function takeChallenge(
  db: Db,
  {
    challenge,
    purpose,
    browserHash,
    now,
  }: Pick<Challenge, 'challenge' | 'purpose' | 'browserHash'> & { now: Date },
): Promise<{ userId: string | null } | undefined> {
  return db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning('user_id as userId')
    .executeTakeFirst()
}

/** Deletes expired challenges. */
export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
}
