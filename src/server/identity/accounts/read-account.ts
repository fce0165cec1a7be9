import type { Account, AccountUser } from '#contract/accounts/accounts.ts'
import { isRemovable } from '#domain/accounts/own-contacts.ts'
import { seatsOf } from '#domain/team/permission.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readUserSessionRow, readUserSessionRowWithin, type UserSessionRow } from './user-session.store.ts'

/** Returns the account for its signed-in user after a change: the reply of `PUT /api/account/{section}`. */
async function readAccount(services: Pick<Services, 'database'>, viewer: Viewer): Promise<Account> {
  return accountOf(await readUserSessionRow(services.database, viewer.userId), viewer)
}

/** The same inside the transaction of the change, for replies that are stored with it. */
export async function readAccountWithin(trx: Trx, viewer: Viewer): Promise<Account> {
  return accountOf(await readUserSessionRowWithin(trx, viewer.userId), viewer)
}

/** Returns an account for one of its users: money and users only with the permission to change them. */
export function accountOf(row: UserSessionRow | undefined, viewer: Viewer): Account {
  if (!row) throw new Error('the user of a session is gone')
  const { account, contacts } = row
  return {
    id: account.id,
    name: account.name,
    newsletter: account.newsletter,
    language: account.language,
    ...(paysFor(viewer) && {
      contractNumber: account.contract_number,
      ...(account.country !== null && { country: account.country }),
      ...(account.vat_id !== null && { vatId: account.vat_id }),
      business: account.is_business,
      ...(account.billing_address !== null && { billingAddress: account.billing_address }),
    }),
    version: account.version,
    ...(account.deletion_at !== null && {
      deletionAt: new Date(account.deletion_at).toISOString(),
      deletionOf: account.deletion_of,
    }),
    contacts: contacts.map((contact) => ({
      ...contact,
      type: 'email' as const,
      removable: isRemovable(contact, contacts),
    })),
    ...(viewer.permissions.includes('users.manage') && { users: usersOf(row), ...waitingIn(row) }),
  }
}

/** Returns whether the viewer sees charges, card and billing address: only with the permission to change them. */
export function paysFor({ permissions }: Viewer): boolean {
  return permissions.includes('subscription.manage')
}

/** Users whose addition waits for a payment; no field where there are none. */
export function waitingIn({ waiting }: UserSessionRow): Pick<Account, 'waitingUsers'> {
  return waiting.length > 0 ? { waitingUsers: [...waiting] } : {}
}

/** Returns the account's users in the order of addition, and who has a license. */
export function usersOf(row: UserSessionRow): AccountUser[] {
  const seats = seatsIn(row)
  return row.users.map((user) => ({ ...user, email: user.email ?? '', seat: seats.has(user.id) }))
}

/** Returns the ids of the users with a license. */
export function seatsIn({ users, subscription }: UserSessionRow): ReadonlySet<string> {
  const present = users.map(({ id }) => ({ id, removed: false }))
  return seatsOf(present, subscription?.license_count ?? 0)
}

/** The reply of every change of the account: its new state. */
export async function accountAnswer(
  services: Pick<Services, 'database'>,
  viewer: Viewer,
): Promise<{ status: 200; body: { account: Account } }> {
  return { status: 200, body: { account: await readAccount(services, viewer) } }
}
