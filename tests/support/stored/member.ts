import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { storeRow } from './rows.ts'

type Columns<Name extends keyof Tables> = Partial<Insertable<Tables[Name]>>

export type Member = {
  readonly accountId: string
  readonly userId: string
  readonly contactId: string
  readonly email: string
}

const longAgo = new Date('2026-01-04T12:00:00Z')

/**
 * A user with their primary contact, in a new account unless one is given: an unconfirmed owner without a password. Any
 * column may be given.
 */
export async function storeMember(
  db: Db,
  given: {
    readonly account?: Columns<'account'>
    readonly user?: Columns<'account_user'>
    readonly contact?: Columns<'contact'>
  } = {},
): Promise<Member> {
  const userId = given.user?.id ?? randomUUID()
  const accountId = given.user?.account_id ?? given.account?.id ?? randomUUID()
  const contactId = given.contact?.id ?? randomUUID()
  const email = given.contact?.email ?? `${userId}@example.org`
  if (given.user?.account_id === undefined)
    await storeRow(db, 'account', { name: 'Ada', created_at: longAgo, ...given.account, id: accountId })
  await storeRow(db, 'account_user', {
    name: 'Ada',
    role: 'owner',
    created_at: longAgo,
    ...given.user,
    id: userId,
    account_id: accountId,
  })
  await storeRow(db, 'contact', {
    user_id: userId,
    account_id: accountId,
    email_key: email.toLowerCase(),
    is_primary: true,
    created_at: longAgo,
    ...given.contact,
    id: contactId,
    email,
  })
  return { accountId, userId, contactId, email }
}

/** A further contact of a user; not primary and unconfirmed, unless changed. */
export async function storeFurtherContact(
  db: Db,
  { accountId, userId }: Member,
  given: Columns<'contact'> = {},
): Promise<Member> {
  const contactId = given.id ?? randomUUID()
  const email = given.email ?? `${contactId}@example.org`
  await storeRow(db, 'contact', {
    user_id: userId,
    account_id: accountId,
    email_key: email.toLowerCase(),
    is_primary: false,
    created_at: longAgo,
    ...given,
    id: contactId,
    email,
  })
  return { accountId, userId, contactId, email }
}
