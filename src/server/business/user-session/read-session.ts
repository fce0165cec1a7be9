import type { SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { mayWatch } from '#domain/team/permission.ts'
import { pauseOf, subscriptionOf } from '#server/books/billing/read-subscription.ts'
import { accountOf, paysFor, seatsIn } from '#server/identity/accounts/read-account.ts'
import { readUserSessionRow, type UserSessionRow } from '#server/identity/accounts/user-session.store.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceState } from '#server/platform/site/service-mode.ts'

/**
 * Returns the signed-in user and their permissions (GET /api/user-session). The users of the account are listed only
 * for those who manage them.
 */
export async function readSession(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  viewer: Viewer | undefined,
): Promise<UserSession> {
  const row = viewer && (await readUserSessionRow(services.database, viewer.userId))
  if (!row) return { authenticated: false }
  const { contacts, subscription } = row
  const seats = seatsIn(row)
  const confirmed = contacts.some((contact) => contact.confirmed)
  const request = {
    video: { free: false },
    freedBySunset: false,
    viewer: { removed: false, seat: seats.has(viewer.userId), confirmed, admin: viewer.admin },
    subscription: subscription
      ? { status: subscription.status, until: new Date(subscription.until), ...pauseOf(subscription) }
      : undefined,
    now: services.clock.now(),
    graceDays: services.config.graceDays,
  }
  const watches = mayWatch(request) || (await readServiceState(services)).freedBySunset
  return {
    authenticated: true,
    user: {
      id: viewer.userId,
      name: row.name,
      email: contacts[0]?.email ?? '',
      ...(row.avatar !== null && { avatarUrl: `/avatars/${row.avatar}` }),
      confirmed,
    },
    account: accountOf(row, viewer),
    permissions: [...viewer.permissions],
    admin: viewer.admin,
    ...(viewer.switchedBy !== undefined && {
      switchedBy: { name: await nameOf(services, viewer.switchedBy) },
    }),
    subscription: subscriptionOf(services, row, viewer),
    mayWatch: watches,
    // names are only sent where they are needed
    ...(!watches && !paysFor(viewer) && { askable: askableIn(row, viewer) }),
    favourites: [...row.favourites],
  } satisfies SignedInSession
}

/** The admin who has switched into the account. */
async function nameOf({ database }: Pick<Services, 'database'>, userId: string): Promise<string> {
  return (await readConfirmedAddresses(database.db, userId)).name
}

function askableIn({ users }: UserSessionRow, { userId }: Viewer): string[] {
  const others = users.filter(({ id }) => id !== userId)
  const named = (asked: string) => others.filter(({ role }) => role === asked).map(({ name }) => name)
  return [...named('owner'), ...named('manager')]
}
