import type { Transaction } from 'kysely'
import type { Account, AccountUser, Subscription } from '#contract/accounts/accounts.ts'
import { subscriptionOf } from '#server/books/billing/read-subscription.ts'
import { usersOf, waitingIn } from '#server/identity/accounts/read-account.ts'
import { readUserSessionRowWithin } from '#server/identity/accounts/user-session.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Returns the users and subscription of an account inside the transaction that changes its users. */
export async function readTeamWithin(
  trx: Transaction<Tables>,
  services: Pick<Services, 'config' | 'clock'>,
  viewer: Viewer,
): Promise<
  Pick<Account, 'version' | 'waitingUsers'> & { users: AccountUser[]; subscription: Subscription | null }
> {
  const row = await readUserSessionRowWithin(trx, viewer.userId)
  if (!row) throw new Error('the user of a session is gone')
  return {
    users: usersOf(row),
    version: row.account.version,
    subscription: subscriptionOf(services, row, viewer),
    ...waitingIn(row),
  }
}
