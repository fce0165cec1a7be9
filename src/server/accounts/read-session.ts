import type { Transaction } from 'kysely'
import type {
  Account,
  AccountUser,
  SignedInSession,
  Subscription,
  UserSession,
} from '#contract/accounts/accounts.ts'
import { isRemovable } from '#domain/accounts/own-contacts.ts'
import { isPastDue, statusAt } from '#domain/billing/subscription.ts'
import { mayWatch, seatsOf } from '#domain/team/permission.ts'
import { comingOf } from '#server/billing/shown-subscription.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Viewer } from '#server/http/visitor.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'
import { readServiceState } from '#server/site/service-mode.ts'
import {
  readUserSessionRow,
  readUserSessionRowWithin,
  type SubscriptionJson,
  type UserSessionRow,
} from './user-session.store.ts'

/** Who is signed in and what they may do (GET /api/user-session). Users are listed only for those who manage them. */
export async function readSession(services: Services, viewer: Viewer | undefined): Promise<UserSession> {
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
      ? { status: subscription.status, until: new Date(subscription.until) }
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
    // nobody's name is told to who needs none
    ...(!watches && !paysFor(viewer) && { askable: askableIn(row, viewer) }),
    favourites: [...row.favourites],
  } satisfies SignedInSession
}

/** Of the admin who has switched into the account. */
async function nameOf({ database }: Services, userId: string): Promise<string> {
  return (await readConfirmedAddresses(database.db, userId)).name
}

/** The account as its signed-in user sees it, after a change of theirs: what `PUT /api/account/{section}` answers. */
async function readAccount(services: Services, viewer: Viewer): Promise<Account> {
  return accountOf(await readUserSessionRow(services.database, viewer.userId), viewer)
}

/** The same inside the transaction that changes it, for answers that are kept. */
export async function readAccountWithin(trx: Transaction<Tables>, viewer: Viewer): Promise<Account> {
  return accountOf(await readUserSessionRowWithin(trx, viewer.userId), viewer)
}

/** Users and subscription of an account inside the transaction that changes its users. */
export async function readTeamWithin(
  trx: Transaction<Tables>,
  services: Services,
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

/** The subscription of a user's account with all that is paid for it, inside a transaction that has changed it. */
export async function readSubscriptionWithin(
  trx: Transaction<Tables>,
  { clock, config }: Services,
  userId: string,
): Promise<Subscription> {
  const row = await readUserSessionRowWithin(trx, userId)
  if (!row?.subscription) throw new Error('the subscription is gone')
  return shownSubscription(row.subscription, row, clock.now(), config)
}

function accountOf(row: UserSessionRow | undefined, viewer: Viewer): Account {
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

/** What an account pays, how, and to which address is nobody's business but theirs who may change it. */
function paysFor({ permissions }: Viewer): boolean {
  return permissions.includes('subscription.manage')
}

function askableIn({ users }: UserSessionRow, { userId }: Viewer): string[] {
  const others = users.filter(({ id }) => id !== userId)
  const named = (asked: string) => others.filter(({ role }) => role === asked).map(({ name }) => name)
  return [...named('owner'), ...named('manager')]
}

function waitingIn({ waiting }: UserSessionRow): Pick<Account, 'waitingUsers'> {
  return waiting.length > 0 ? { waitingUsers: [...waiting] } : {}
}

function usersOf(row: UserSessionRow): AccountUser[] {
  const seats = seatsIn(row)
  return row.users.map((user) => ({ ...user, email: user.email ?? '', seat: seats.has(user.id) }))
}

function seatsIn({ users, subscription }: UserSessionRow): ReadonlySet<string> {
  const present = users.map(({ id }) => ({ id, removed: false }))
  return seatsOf(present, subscription?.license_count ?? 0)
}

/** What a viewer is shown of the subscription. */
function subscriptionOf(services: Services, row: UserSessionRow, viewer: Viewer): Subscription | null {
  const shown = subscriptionToOwner(services, row)
  return shown && row.subscription && !paysFor(viewer) ? withoutMoney(shown, viewer) : shown
}

/**
 * A subscription with all that is paid for it. Null for an account that never had one; before the owner's confirmation
 * there is one to come.
 */
export function subscriptionToOwner(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  row: UserSessionRow,
): Subscription | null {
  if (row.subscription) return shownSubscription(row.subscription, row, clock.now(), config)
  return row.ownerConfirmed ? null : awaitingConfirmation
}

/** A subscription as its viewers see it: whether it runs, until when, and for how many. */
function withoutMoney(shown: Subscription, { permissions }: Viewer): Subscription {
  const { status, health, until, pricingId, interval, version, prepaid, pendingExpiry, cardOnFile } = shown
  const { licenseCount, includedLicenses, includedLicenseCount } = shown
  return {
    status,
    health,
    until,
    pricingId,
    interval,
    version,
    prepaid,
    pendingExpiry,
    licenseCount,
    includedLicenses,
    includedLicenseCount,
    priceCents: null,
    creditCents: 0,
    ...(cardOnFile && permissions.includes('users.manage') && { cardOnFile }),
  }
}

const awaitingConfirmation: Subscription = {
  status: 'confirm-email',
  health: 'ok',
  until: null,
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 1,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: null,
  version: 0,
  prepaid: false,
  pendingExpiry: false,
}

function shownSubscription(
  subscription: SubscriptionJson,
  row: UserSessionRow,
  now: Date,
  config: Services['config'],
): Subscription {
  const { graceDays } = config
  const { account, users } = row
  const until = new Date(subscription.until)
  const status = statusAt({ status: subscription.status, until }, now, graceDays)
  const { interval_value: value, interval_unit: unit } = subscription
  return {
    status,
    health:
      subscription.health === 'ok' && isPastDue({ status, until }, now) ? 'past-due' : subscription.health,
    until: until.toISOString(),
    pricingId: subscription.pricing_id,
    priceCents: subscription.price_cents,
    creditCents: subscription.credit_cents,
    licenseCount: subscription.license_count,
    includedLicenses: subscription.included_licenses,
    includedLicenseCount: Math.min(users.length, subscription.included_licenses),
    interval: value !== null && unit !== null ? { value, unit } : null,
    ...(subscription.coupon_code !== null && { coupon: subscription.coupon_code }),
    ...(subscription.payment_provider !== null && { paymentProvider: subscription.payment_provider }),
    ...(row.card !== null && { card: row.card, cardOnFile: true as const }),
    ...comingOf(config, { ...subscription, users: users.length }, account, now),
    ...(account.billing_address !== null && { billingAddress: account.billing_address }),
    version: subscription.version,
    prepaid: status === 'prepaid',
    pendingExpiry: status === 'pending-expiry',
  }
}

/** What every section of the account answers when it was changed: the account as it is now. */
export async function accountAnswer(
  services: Services,
  viewer: Viewer,
): Promise<{ status: 200; body: { account: Account } }> {
  return { status: 200, body: { account: await readAccount(services, viewer) } }
}
