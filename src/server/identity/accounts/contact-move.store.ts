import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** A move of an address by the admin. Business time. */
export type ContactMove = Selectable<Tables['contact_move']> & { readonly account_id: string }

/** Stores a move; an open one of the same user is replaced, so that its link does nothing any more. */
export async function insertContactMove(
  trx: Trx,
  move: Pick<
    ContactMove,
    'id' | 'user_id' | 'contact_id' | 'email' | 'email_key' | 'proof_hash' | 'created_at'
  >,
): Promise<void> {
  await trx
    .deleteFrom('contact_move')
    .where('user_id', '=', move.user_id)
    .where('proven_at', 'is', null)
    .execute()
  await trx.insertInto('contact_move').values(move).execute()
}

/** Returns the move of a link to the new address; undefined for an unknown, used or expired one, and a removed user. */
export async function findOpenMove(
  db: Db,
  proofHash: Buffer,
  createdAfter: Date,
): Promise<ContactMove | undefined> {
  return ofLivingUser(db)
    .where('proof_hash', '=', proofHash)
    .where('proven_at', 'is', null)
    .where('contact_move.created_at', '>', createdAfter)
    .executeTakeFirst()
}

/** Returns the move of a link to the former address; undefined for an unknown, used or expired one, and a removed user. */
export async function findProvenMove(
  db: Db,
  objectionHash: Buffer,
  provenAfter: Date,
): Promise<ContactMove | undefined> {
  return ofLivingUser(db)
    .where('objection_hash', '=', objectionHash)
    .where('objected_at', 'is', null)
    .where('proven_at', '>', provenAfter)
    .executeTakeFirst()
}

function ofLivingUser(db: Db) {
  return db
    .selectFrom('contact_move')
    .innerJoin('account_user', 'account_user.id', 'contact_move.user_id')
    .selectAll('contact_move')
    .select('account_user.account_id')
    .where('account_user.removed_at', 'is', null)
}

/** Whether another contact than an unconfirmed one of the user's own has the address. */
export async function isAddressTaken(
  db: Db,
  { account_id, user_id, email_key }: Pick<ContactMove, 'account_id' | 'user_id' | 'email_key'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('contact')
    .select('id')
    .where('email_key', '=', email_key)
    .where((where) =>
      where.or([
        where('confirmed_at', 'is not', null),
        where.and([where('account_id', '=', account_id), where('user_id', '!=', user_id)]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Stores a confirmed contact that is not the primary one, instead of unconfirmed ones of the user with that address. */
export async function insertConfirmedContact(
  trx: Trx,
  contact: { id: string; accountId: string; userId: string; email: string; emailKey: string; now: Date },
): Promise<void> {
  const { id, accountId, userId, email, emailKey, now } = contact
  await trx
    .deleteFrom('contact')
    .where('user_id', '=', userId)
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is', null)
    .execute()
  await trx
    .insertInto('contact')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      email,
      email_key: emailKey,
      is_primary: false,
      confirmed_at: now,
      created_at: now,
    })
    .execute()
}

export async function markProven(
  trx: Trx,
  id: string,
  proven: { former_email: string; former_key: string; objection_hash: Buffer; proven_at: Date },
): Promise<void> {
  await trx.updateTable('contact_move').set(proven).where('id', '=', id).execute()
}

/** Ends a move by an objection, and with it all later ones of the user: the new holder of the address may have asked for them. */
export async function markObjected(
  trx: Trx,
  { id, user_id, created_at }: ContactMove,
  now: Date,
): Promise<void> {
  await trx.updateTable('contact_move').set({ objected_at: now }).where('id', '=', id).execute()
  await trx
    .deleteFrom('contact_move')
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('created_at', '>=', created_at)
    .execute()
}

/** Takes all passwords of a user away: the next one is chosen by a link to a confirmed contact. */
export async function forgetPasswords(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('account_user')
    .set({ password_hash: null, temporary_password_hash: null, temporary_password_until: null })
    .where('id', '=', userId)
    .execute()
}

/** Deletes moves whose last event was before `before`. */
export async function deleteOldMoves(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('contact_move')
    .where((row) => row.fn.coalesce('objected_at', 'proven_at', 'created_at'), '<=', before)
    .execute()
}
