import type { Db, Trx } from '#server/platform/database/tables.ts'

export type PasskeyRow = {
  readonly id: string
  readonly name: string
  readonly credentialId: string
  readonly transports: string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** A passkey with its owner, and the data that verifies its answers. */
export type PasskeyOwner = {
  readonly id: string
  readonly userId: string
  readonly accountId: string
  readonly publicKey: Buffer
  readonly counter: number
}

/** Returns a user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .select([
      'id',
      'name',
      'credential_id as credentialId',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the owner of a passkey by its credential id; undefined when the user was removed. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<PasskeyOwner | undefined> {
  return db
    .selectFrom('passkey')
    .innerJoin('account_user', 'account_user.id', 'passkey.user_id')
    .select([
      'passkey.id',
      'passkey.user_id as userId',
      'account_user.account_id as accountId',
      'passkey.public_key as publicKey',
      'passkey.counter',
    ])
    .where('passkey.credential_id', '=', credentialId)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
}

/** False when the passkey is already registered. */
export async function insertPasskey(
  trx: Trx,
  passkey: {
    id: string
    userId: string
    name: string
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    now: Date
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('passkey')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records a use of a passkey; false after a concurrent use. */
export async function notePasskeyUse(
  db: Db,
  { id, formerCounter, counter, now }: { id: string; formerCounter: number; counter: number; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', formerCounter)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** False when the user has no such passkey. */
export async function renamePasskeyRow(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const renamed = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** False when the user has no such passkey. */
export async function deletePasskey(
  trx: Trx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
