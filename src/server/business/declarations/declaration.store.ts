import type { Kysely, Selectable, Transaction } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { permissionsOf, type Role } from '#domain/team/permission.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'

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
  readonly pieces?: readonly number[] | undefined
  readonly part?: string | undefined
  readonly language: Declaration['language']
}

export async function insertDeclaration(trx: Transaction<Tables>, declared: NewDeclaration): Promise<void> {
  const {
    id,
    kind,
    receivedAt,
    contract,
    cancellation = null,
    reason,
    endsOn,
    pieces,
    part,
    language,
  } = declared
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
      cancellation,
      reason: reason?.trim() || null,
      ends_on: endsOn || null,
      pieces: pieces ? [...pieces] : null,
      part: part?.trim() || null,
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

/** An account's contract, or that of a number, or else of whoever may end one and has confirmed that address. */
export async function findContract(
  db: Kysely<Tables>,
  {
    accountId,
    emailKey: key,
    number,
  }: { accountId?: string | undefined; emailKey: string; number: string | undefined },
): Promise<Contract | undefined> {
  const owners = db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .select(['account.id', 'account.name as account', 'account.contract_number as number'])
    .select(['account_user.id as userId', 'account_user.name', 'account_user.role', 'account_user.language'])
    .where('contact.confirmed_at', 'is not', null)
  if (accountId !== undefined)
    return contractOf(db, await owners.where('account.id', '=', accountId).execute())
  const byNumber =
    number === undefined ? [] : await owners.where('account.contract_number', '=', number).execute()
  const byAddress = byNumber.length > 0 ? [] : await owners.where('contact.email_key', '=', key).execute()
  return contractOf(db, [...byNumber, ...byAddress])
}

type FoundUser = {
  readonly id: string
  readonly account: string
  readonly number: string
  readonly userId: string
  readonly name: string
  readonly role: string
  readonly language: Contract['language']
}

async function contractOf(db: Kysely<Tables>, users: readonly FoundUser[]): Promise<Contract | undefined> {
  const holder = users.find(({ role }) => permissionsOf(role as Role).includes('subscription.manage'))
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
export async function storeSettled(
  trx: Transaction<Tables>,
  id: string,
  change: Partial<
    Pick<
      Declaration,
      | 'outcome'
      | 'account_id'
      | 'contract_ends_at'
      | 'told_at'
      | 'settled_at'
      | 'holder_known'
      | 'accepted_at'
      | 'accepted_by'
      | 'refunded'
      | 'not_me_hash'
    >
  >,
): Promise<boolean> {
  return changeFrom(trx, 'received', id, change)
}

/** A declaration; `ofAccount`: only where it is about that account's contract. */
export async function readDeclaration(
  db: Kysely<Tables>,
  id: string,
  ofAccount?: string,
): Promise<Declaration | undefined> {
  if (!isUuid(id)) return undefined
  const one = db.selectFrom('declaration').selectAll().where('id', '=', id)
  return (ofAccount === undefined ? one : one.where('account_id', '=', ofAccount)).executeTakeFirst()
}

/** Declarations that wait for somebody to accept or to reject them, the oldest first. */
export async function waitingDeclarations(
  db: Kysely<Tables>,
): Promise<readonly (Declaration & { readonly contractNumber: string | null })[]> {
  return db
    .selectFrom('declaration')
    .leftJoin('account', 'account.id', 'declaration.account_id')
    .selectAll('declaration')
    .select('account.contract_number as contractNumber')
    .where('outcome', '=', 'operator')
    .orderBy('received_at')
    .orderBy('declaration.id')
    .execute()
}

/** Decides about one that waits; false where none of that id does. */
export async function decideWaiting(
  db: Kysely<Tables>,
  id: string,
  change: Partial<
    Pick<Declaration, 'outcome' | 'accepted_at' | 'accepted_by' | 'account_id' | 'settled_at' | 'pieces'>
  >,
): Promise<boolean> {
  return changeFrom(db, 'operator', id, change)
}

/** Whether nothing was done about a declaration yet; until the commit nobody else does anything. */
export async function lockReceived(trx: Transaction<Tables>, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', id)
    .where('outcome', '=', 'received')
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Changes a declaration while it still is as it was found, so that it is decided once; false where it is not. */
async function changeFrom(
  db: Kysely<Tables>,
  outcome: Declaration['outcome'],
  id: string,
  change: Partial<Declaration>,
): Promise<boolean> {
  const changed = await db
    .updateTable('declaration')
    .set(change)
    .where('id', '=', id)
    .where('outcome', '=', outcome)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The one that was carried out after `since` and whose holder was told of it by this word; locked. */
export async function lockCarriedOut(
  trx: Transaction<Tables>,
  notMeHash: Buffer,
  since: Date,
): Promise<Declaration | undefined> {
  return trx
    .selectFrom('declaration')
    .selectAll()
    .where('not_me_hash', '=', notMeHash)
    .where('outcome', '=', 'done')
    .where('settled_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
}

export async function markTakenBack(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('declaration').set({ outcome: 'taken-back' }).where('id', '=', id).execute()
}

/** Settled ones that nobody can claim anything from any more. */
export async function deleteDeclarationsBefore(db: Kysely<Tables>, day: Date): Promise<void> {
  await db
    .deleteFrom('declaration')
    .where('outcome', '!=', 'received')
    .where('received_at', '<', day)
    .execute()
}
