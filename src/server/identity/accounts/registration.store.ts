import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Serialises everything about one address until the transaction ends. */
export async function lockAddress(trx: Trx, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${emailKey}`}, 0))`.execute(trx)
}

/** Returns the confirmed contact of an address (as `emailKey`). There is at most one. */
export async function findConfirmedContact(
  db: Db,
  emailKey: string,
): Promise<{ id: string; accountId: string; userId: string; email: string } | undefined> {
  return db
    .selectFrom('contact')
    .select(['id', 'account_id as accountId', 'user_id as userId', 'email'])
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** An account with its first user and their contact. */
export type NewOwner = {
  readonly accountId: string
  readonly userId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
  readonly emailKey: string
  /** Null for a user without a password. */
  readonly passwordHash: string | null
  readonly newsletter: boolean
  readonly language: Language
  /** Null for an unconfirmed contact. Business time, as is `now`. */
  readonly confirmedAt: Date | null
  readonly now: Date
}

/** Stores an account with its owner and their contact. */
export async function insertOwner(trx: Trx, owner: NewOwner): Promise<void> {
  const { accountId, userId, contactId, name, now } = owner
  await trx
    .insertInto('account')
    .values({
      id: accountId,
      name,
      newsletter: owner.newsletter,
      language: owner.language,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('account_user')
    .values({
      id: userId,
      account_id: accountId,
      name,
      role: 'owner',
      password_hash: owner.passwordHash,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('contact')
    .values({
      id: contactId,
      account_id: accountId,
      user_id: userId,
      email: owner.email,
      email_key: owner.emailKey,
      is_primary: true,
      confirmed_at: owner.confirmedAt,
      created_at: now,
    })
    .execute()
}

/** Sets a savepoint for `keepOrUndo`. */
export async function markPoint(trx: Trx): Promise<void> {
  await sql`savepoint registration`.execute(trx)
}

/** Releases the savepoint of `markPoint`, or rolls back to it. */
export async function keepOrUndo(trx: Trx, keep: boolean): Promise<void> {
  await (keep ? sql`release savepoint registration` : sql`rollback to savepoint registration`).execute(trx)
}

/** Deletes unconfirmed accounts without a subscription, with all their data. Those that the operator has imported stay. */
export async function deleteUnconfirmedAccounts(db: Db, createdBefore: Date): Promise<void> {
  await db
    .deleteFrom('account')
    .where('created_at', '<', createdBefore)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('contact')
            .select('contact.id')
            .whereRef('contact.account_id', '=', 'account.id')
            .where('contact.confirmed_at', 'is not', null),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('subscription')
            .select('subscription.account_id')
            .whereRef('subscription.account_id', '=', 'account.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('imported_person')
            .select('imported_person.account_id')
            .whereRef('imported_person.account_id', '=', 'account.id'),
        ),
      ),
    )
    // a reserved coupon must be given back first, or it would count as used forever
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('coupon_use')
            .select('coupon_use.account_id')
            .whereRef('coupon_use.account_id', '=', 'account.id')
            .where('coupon_use.redeemed_at', 'is', null)
            .where('coupon_use.reserved_until', 'is not', null),
        ),
      ),
    )
    .execute()
}
