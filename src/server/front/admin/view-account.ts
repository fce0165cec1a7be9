import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { subscriptionToOwner } from '#server/books/billing/read-subscription.ts'
import { readUserSessionRow } from '#server/identity/accounts/user-session.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { countViewsOfAccount, findOwnerId, findViewedContact, usersOf } from './admin-accounts.store.ts'

/**
 * Returns the admin's view of an account, by its id, or of a user, by the id of a contact (product.md section 2,
 * Account or contact view). 404 `not-found` for any other id, and for a removed user.
 */
export const viewAccount: UseCase<'viewAccount', 'config' | 'database' | 'clock'> = async (
  services,
  { body: { id } },
) => {
  const viewed =
    (await findViewedAccount(services, id)) ?? (await findViewedContact(services.database.db, id))
  return viewed ? { status: 200, body: viewed } : new Problem('not-found')
}

async function findViewedAccount(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  id: string,
): Promise<ViewedAccount | undefined> {
  const { database } = services
  const owner = await findOwnerId(database.db, id)
  const row = owner && (await readUserSessionRow(database, owner))
  if (!row) return undefined
  const { account, contacts } = row
  return {
    kind: 'account',
    id: account.id,
    name: account.name,
    own: account.id === adminAccountId,
    contacts: contacts.map(({ email, primary, confirmed }) => ({ email, primary, confirmed })),
    billingAddress: account.billing_address,
    country: account.country,
    version: account.version,
    videoViews: await countViewsOfAccount(database.db, id),
    users: await usersOf(database.db, id),
    subscription: subscriptionToOwner(services, row),
  }
}
