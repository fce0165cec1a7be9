import type { Selectable } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { permissionsOf, type Role } from '#domain/team/permission.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'

/** Queries of declarations. */

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

export async function insertDeclaration(trx: Trx, declared: NewDeclaration): Promise<void> {
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

/** Returns the unprocessed declarations, oldest first. */
export async function openDeclarations(db: Db): Promise<readonly Declaration[]> {
  return db
    .selectFrom('declaration')
    .selectAll()
    .where('outcome', '=', 'received')
    .orderBy('received_at')
    .orderBy('id')
    .limit(1_000)
    .execute()
}

/** A named contract, and the identities of its holder. */
export type Contract = {
  readonly accountId: string
  readonly number: string
  /** Account name and holder's name; typing either proves the holder. */
  readonly names: readonly string[]
  readonly language: 'en' | 'de' | null
  /** The owner's confirmed addresses. */
  readonly addresses: readonly string[]
}

/**
 * Returns an account's contract, or that of a number, else that of a user who may end it and has confirmed the address.
 */
export async function findContract(
  db: Db,
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

async function contractOf(db: Db, users: readonly FoundUser[]): Promise<Contract | undefined> {
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

/** Stores the outcome of a declaration. */
export async function storeSettled(
  trx: Trx,
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

/** Returns a declaration; with `ofAccount` only if it is about that account's contract. */
export async function readDeclaration(
  db: Db,
  id: string,
  ofAccount?: string,
): Promise<Declaration | undefined> {
  if (!isUuid(id)) return undefined
  const one = db.selectFrom('declaration').selectAll().where('id', '=', id)
  return (ofAccount === undefined ? one : one.where('account_id', '=', ofAccount)).executeTakeFirst()
}

/** Returns the declarations that wait for a decision, oldest first. */
export async function waitingDeclarations(
  db: Db,
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

/** Decides a waiting declaration; false if it is not waiting. */
export async function decideWaiting(
  db: Db,
  id: string,
  change: Partial<
    Pick<Declaration, 'outcome' | 'accepted_at' | 'accepted_by' | 'account_id' | 'settled_at' | 'pieces'>
  >,
): Promise<boolean> {
  return changeFrom(db, 'operator', id, change)
}

/** Locks a declaration until the commit; false if it was handled already. */
export async function lockReceived(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', id)
    .where('outcome', '=', 'received')
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Updates a declaration if it is unchanged, so that it is decided once; false if it has changed. */
async function changeFrom(
  db: Db,
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

/** Returns the declaration that was carried out after `since` with this token in its holder's mail; locked. */
export async function lockCarriedOut(
  trx: Trx,
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

export async function markTakenBack(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('declaration').set({ outcome: 'taken-back' }).where('id', '=', id).execute()
}

/** Deletes those received before `day` unless still unsettled. */
export async function deleteDeclarationsBefore(db: Db, day: Date): Promise<void> {
  await db
    .deleteFrom('declaration')
    .where('outcome', '!=', 'received')
    .where('received_at', '<', day)
    .execute()
}
