import { sql } from 'kysely'
import type { InviteState } from '#domain/team/invite.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of invite links. */

/** A link as shown to managers. */
export type InviteRow = {
  readonly id: string
  readonly code: string
  readonly domain: string | null
  readonly maxUses: number | null
  readonly uses: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Returns an account's valid links, newest first. */
export async function readInvites(db: Db, accountId: string, now: Date): Promise<InviteRow[]> {
  return db
    .selectFrom('invite')
    .select([
      'id',
      'code',
      'domain',
      'max_uses as maxUses',
      'uses',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('account_id', '=', accountId)
    .where(works(now))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Locks an account until the transaction ends: changes of its users and links are serialised. */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export async function insertInvite(
  db: Db,
  invite: Omit<InviteRow, 'uses'> & { accountId: string; createdBy: string },
): Promise<void> {
  await db
    .insertInto('invite')
    .values({
      id: invite.id,
      account_id: invite.accountId,
      code: invite.code,
      domain: invite.domain,
      max_uses: invite.maxUses,
      created_by: invite.createdBy,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
    })
    .execute()
}

/** Revokes a link of the account; false without a valid link of that id. */
export async function endInvite(
  db: Db,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('invite')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    // the id is part of an address, and may be any text
    .where(sql`id::text`, '=', id)
    .where(works(now))
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A link with its account. */
export type FoundInvite = InviteState & {
  readonly code: string
  readonly id: string
  readonly domain: string | null
  readonly accountId: string
  readonly accountName: string
  readonly userCount: number
  readonly subscription: (EntitlingSubscription & { readonly licenseCount: number }) | undefined
}

/** Returns the link of a code, valid or not. */
export async function findInvite(db: Db, code: string): Promise<FoundInvite | undefined> {
  const row = await db
    .selectFrom('invite')
    .innerJoin('account', 'account.id', 'invite.account_id')
    .leftJoin('subscription', 'subscription.account_id', 'invite.account_id')
    .select([
      'invite.id',
      'invite.code',
      'invite.domain',
      'invite.account_id as accountId',
      'account.name as accountName',
      'invite.expires_at as expiresAt',
      'invite.revoked_at as revokedAt',
      'invite.uses',
      'invite.max_uses as maxUses',
      'subscription.status',
      'subscription.until',
      'subscription.license_count as licenseCount',
    ])
    .select((select) =>
      select
        .selectFrom('account_user')
        .select(select.fn.countAll<number>().as('count'))
        .whereRef('account_user.account_id', '=', 'invite.account_id')
        .where('account_user.removed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('userCount'),
    )
    .where('invite.code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, until, licenseCount, ...invite } = row
  return {
    ...invite,
    // without a subscription none of the three is there
    // mutant `status → true`: as above
    // mutant `until → true`: as above
    // mutant `licenseCount !== null → true`: as above
    subscription: status && until && licenseCount !== null ? { status, until, licenseCount } : undefined,
  }
}

/**
 * Counts `by` uses of a link. Counting and checking is one statement, so that concurrent joins never exceed its uses.
 * False for an invalid link.
 */
export async function countUse(
  trx: Trx,
  id: string,
  { by, now }: { by: 0 | 1; now: Date },
): Promise<boolean> {
  const counted = await trx
    .updateTable('invite')
    .set((set) => ({ uses: set('uses', '+', by) }))
    .where('id', '=', id)
    .where(works(now))
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** `inviteWorks` in SQL. */
function works(now: Date) {
  return sql<boolean>`revoked_at is null and expires_at > ${now} and (max_uses is null or uses < max_uses)`
}
