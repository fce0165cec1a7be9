import { type Selectable, sql } from 'kysely'
import type { KeyScope } from '#contract/desk/key-calls.ts'
import type { Language } from '#domain/language.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import { adminAccountId } from './admin-account.ts'

type ApiKeyRow = Selectable<Tables['api_key']>

/** Returns how many keys there are, and a page of them, newest first. */
export async function readApiKeys(
  db: Db,
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly rows: readonly ApiKeyRow[] }> {
  const { count } = await db
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count: Number(count), rows }
}

export async function insertApiKey(
  trx: Trx,
  key: Omit<ApiKeyRow, 'scopes' | 'networks' | 'withdrawn_at' | 'last_used_at'> & {
    scopes: readonly KeyScope[]
    networks: readonly string[]
  },
): Promise<void> {
  const lists = { scopes: JSON.stringify(key.scopes), networks: JSON.stringify(key.networks) }
  await trx
    .insertInto('api_key')
    .values({ ...key, ...lists })
    .execute()
}

/** Withdraws a key; returns its name, undefined for an unknown or withdrawn one. */
export async function withdrawKey(trx: Trx, id: string, now: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('api_key')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Returns a valid key by its digest, with the admin, whom it stands for. */
export function findApiKey(
  db: Db,
  keyHash: Buffer,
  now: Date,
): Promise<(ApiKeyRow & { userId: string; language: Language }) | undefined> {
  return db
    .selectFrom('api_key')
    .innerJoin('account', (join) => join.onTrue())
    .innerJoin('account_user', 'account_user.account_id', 'account.id')
    .selectAll('api_key')
    .select([
      'account_user.id as userId',
      sql<Language>`coalesce(account_user.language, account.language)`.as('language'),
    ])
    .where('account.id', '=', adminAccountId)
    .where('account_user.role', '=', 'owner')
    .where('key_hash', '=', keyHash)
    .where('withdrawn_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
}

export async function noteKeyUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}
