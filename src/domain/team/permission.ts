/** What a user may do with their account; the screens show the menu by it (product.md section 6). */
export type Permission = 'account.manage' | 'subscription.manage' | 'users.manage'

export type Role = 'owner' | 'manager' | 'user'

/** An owner may do everything with the account, a manager look after its users, a plain user watch. */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissions[role]
}

const permissions: Record<Role, readonly Permission[]> = {
  owner: ['account.manage', 'subscription.manage', 'users.manage'],
  manager: ['users.manage'],
  user: [],
}

/**
 * The ids of the users who have a seat: the first `licenseCount` of those who are not removed, in the order in which
 * they were added (`users` comes in that order). An unconfirmed user keeps their place.
 */
export function seatsOf(
  users: readonly { readonly id: string; readonly removed: boolean }[],
  licenseCount: number,
): ReadonlySet<string> {
  const present = users.filter((user) => !user.removed)
  return new Set(present.slice(0, licenseCount).map((user) => user.id))
}

/** Whether a user has one of the seats, by how many who are not removed were added before them. */
export function hasSeat(usersBefore: number, licenseCount: number): boolean {
  return usersBefore < licenseCount
}

/** What decides whether somebody may watch a video. */
export type WatchingRequest = {
  readonly video: { readonly free: boolean }
  /** The service has closed and its last subscription has ended: everything is free. */
  readonly freedBySunset: boolean
  /**
   * Absent for a signed-out visitor. `seat`: within the license count; `confirmed`: their contact is; `admin`: of the
   * account that runs the site.
   */
  readonly viewer?:
    | {
        readonly removed: boolean
        readonly seat: boolean
        readonly confirmed: boolean
        readonly admin: boolean
      }
    | undefined
  /** The account's; absent where it never had one. */
  readonly subscription?: EntitlingSubscription | undefined
  readonly now: Date
  /** Days that an active subscription is honoured beyond `until` while its renewal is late. */
  readonly graceDays: number
}

/**
 * Whether a video may be watched: it is free, or everything is, or a confirmed user of the account who has a seat asks
 * while the account's subscription runs. The admin needs neither seat nor subscription. Computed from dates alone, never from a nightly job having run.
 */
export function mayWatch({
  video,
  freedBySunset,
  viewer,
  subscription,
  now,
  graceDays,
}: WatchingRequest): boolean {
  if (video.free || freedBySunset) return true
  if (!viewer || viewer.removed || !viewer.confirmed) return false
  if (viewer.admin) return true
  if (!viewer.seat) return false
  return subscription !== undefined && subscriptionRuns(subscription, now, graceDays)
}

/** The two fields of a subscription that say how long it entitles. */
export type EntitlingSubscription = {
  readonly status: 'trial' | 'prepaid' | 'active' | 'pending-expiry' | 'cancelled'
  readonly until: Date
}

/** Whether a subscription entitles at `now`: up to `until`, an active one through its grace as well. */
export function subscriptionRuns(
  { status, until }: EntitlingSubscription,
  now: Date,
  graceDays: number,
): boolean {
  if (status === 'cancelled') return false
  const graceMilliseconds = status === 'active' ? graceDays * 86_400_000 : 0
  return now.getTime() < until.getTime() + graceMilliseconds
}
