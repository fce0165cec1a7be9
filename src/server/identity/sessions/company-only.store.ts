import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/**
 * Returns whether company sign-in is a user's only way in: their account's owner has decided so, and they have a
 * confirmed contact of the proven domain. Never the owner, who keeps the password as a way back.
 */
export async function isCompanyOnly(db: Db, userId: string): Promise<boolean> {
  const row = await companyOnlyUsers(db).where('account_user.id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions of such users of an account that were opened in other ways. The admin's own in them stay. */
export async function endOtherSessions(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', 'in', companyOnlyUsers(db).where('account_user.account_id', '=', accountId))
    .where('switched_from', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('company_session')
            .select('company_session.token_hash')
            .whereRef('company_session.token_hash', '=', 'session.token_hash'),
        ),
      ),
    )
    .execute()
}

function companyOnlyUsers(db: Db) {
  return db
    .selectFrom('account_user')
    .innerJoin('company_sign_in', 'company_sign_in.account_id', 'account_user.account_id')
    .innerJoin('contact', 'contact.user_id', 'account_user.id')
    .select('account_user.id')
    .where('account_user.role', '!=', 'owner')
    .where('company_sign_in.is_only', '=', true)
    .where('company_sign_in.proven_at', 'is not', null)
    .where('company_sign_in.tried_at', 'is not', null)
    .where('contact.confirmed_at', 'is not', null)
    .where(sql`split_part(contact.email_key, '@', 2)`, '=', sql.ref('company_sign_in.domain'))
}
