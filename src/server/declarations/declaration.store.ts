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

/** A contract that somebody named, and whether they could tell whose it is. */
export type Contract = {
  readonly accountId: string
  readonly number: string
  /** By which its holder may be called. */
  readonly names: readonly string[]
  readonly language: 'en' | 'de' | null
  /** The owner's confirmed ones. */
  readonly addresses: readonly string[]
}

/** The contract of that number, or else of whoever may end one and has confirmed that address. */
export async function findContract(
  db: Kysely<Tables>,
  { emailKey: key, number }: { emailKey: string; number: string | undefined },
): Promise<Contract | undefined> {
  const owners = db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .select(['account.id', 'account.name as account', 'account.contract_number as number'])
    .select(['account_user.id as userId', 'account_user.name', 'account_user.role', 'account_user.language'])
    .where('contact.confirmed_at', 'is not', null)
    .where('account_user.removed_at', 'is', null)
  const byNumber =
    number === undefined ? [] : await owners.where('account.contract_number', '=', number).execute()
  const byAddress = byNumber.length > 0 ? [] : await owners.where('contact.email_key', '=', key).execute()
  const holder = [...byNumber, ...byAddress].find(({ role }) =>
    permissionsOf(role as Role).includes('subscription.manage'),
  )
  if (!holder) return undefined
  const contacts = await db
    .selectFrom('contact')
    .select('email')
    .where('user_id', '=', holder.userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute()
  return {
    accountId: holder.id,
    number: holder.number,
    names: [holder.account, holder.name],
    language: holder.language,
    addresses: contacts.map(({ email }) => email),
  }
}

/** What became of a declaration. */
export async function settleDeclaration(
  trx: Transaction<Tables>,
  id: string,
  change: Partial<
    Pick<
      Declaration,
      'outcome' | 'account_id' | 'contract_ends_at' | 'told_at' | 'settled_at' | 'holder_known'
    >
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
