import type { Kysely, Selectable, Transaction } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { permissionsOf, type Role } from '#domain/team/permission.ts'
import type { Tables } from '#server/database/tables.ts'

/** All SQL of declarations. */

export type Declaration = Selectable<Tables['declaration']>

export type NewDeclaration = {
  readonly id: string
  readonly kind: Declaration['kind']
  readonly receivedAt: Date
  readonly name: string
  readonly email: string
  readonly contract?: string | undefined
  readonly cancellation?: 'ordinary' | 'extraordinary' | undefined
  readonly reason?: string | undefined
  readonly endsOn?: string | undefined
  readonly language: Declaration['language']
}

export async function insertDeclaration(trx: Transaction<Tables>, declared: NewDeclaration): Promise<void> {
  const { id, kind, receivedAt, contract, cancellation, reason, endsOn, language } = declared
  const email = canonicalEmail(declared.email)
  await trx
    .insertInto('declaration')
    .values({
      id,
      kind,
      received_at: receivedAt,
      name: declared.name.trim(),
      email,
      email_key: emailKey(email),
      contract: contract?.trim() || null,
      cancellation: cancellation ?? null,
      reason: reason?.trim() || null,
      ends_on: endsOn || null,
      language,
    })
    .execute()
}

/** Declarations that nothing was done about yet, the oldest first. */
export async function openDeclarations(db: Kysely<Tables>): Promise<readonly Declaration[]> {
  return db
    .selectFrom('declaration')
    .selectAll()
    .where('outcome', '=', 'received')
    .orderBy('received_at')
    .orderBy('id')
    .limit(1_000)
    .execute()
}

/** A contract, by a confirmed address of somebody who may end it. */
export type Contract = {
  readonly accountId: string
  /** By which its holder may be called. */
  readonly names: readonly string[]
  readonly language: 'en' | 'de' | null
}

export async function findContract(db: Kysely<Tables>, key: string): Promise<Contract | undefined> {
  const found = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .select(['account.id', 'account.name as account', 'account_user.name', 'account_user.role'])
    .select('account_user.language')
    .where('contact.email_key', '=', key)
    .where('contact.confirmed_at', 'is not', null)
    .where('account_user.removed_at', 'is', null)
    .execute()
  const holder = found.find(({ role }) => permissionsOf(role as Role).includes('subscription.manage'))
  return holder && { accountId: holder.id, names: [holder.account, holder.name], language: holder.language }
}

/** What became of a declaration. */
export async function settleDeclaration(
  trx: Transaction<Tables>,
  id: string,
  change: Partial<
    Pick<Declaration, 'outcome' | 'account_id' | 'contract_ends_at' | 'told_at' | 'settled_at'>
  >,
): Promise<boolean> {
  const changed = await trx
    .updateTable('declaration')
    .set(change)
    .where('id', '=', id)
    .where('outcome', '=', 'received')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Settled ones that nobody can claim anything from any more. */
export async function deleteDeclarationsBefore(db: Kysely<Tables>, day: Date): Promise<void> {
  await db
    .deleteFrom('declaration')
    .where('outcome', '!=', 'received')
    .where('received_at', '<', day)
    .execute()
}
