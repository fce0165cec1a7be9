/** A permission of a user in their account; the menu depends on it (product.md section 6). */
export type Permission = 'account.manage' | 'subscription.manage' | 'users.manage'

export type Role = 'owner' | 'manager' | 'user'

/** Returns the permissions of a role: an owner may do everything, a manager may manage users, a plain user may watch. */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissions[role]
}

const permissions: Record<Role, readonly Permission[]> = {
  owner: ['account.manage', 'subscription.manage', 'users.manage'],
  manager: ['users.manage'],
  user: [],
}

/**
 * Returns the IDs of the users with a seat: the first `licenseCount` who are not removed, in the order in which they were
 * added (as in `users`). An unconfirmed user keeps their place.
 */
export function seatsOf(
  users: readonly { readonly id: string; readonly removed: boolean }[],
  licenseCount: number,
): ReadonlySet<string> {
  const present = users.filter((user) => !user.removed)
  return new Set(present.slice(0, licenseCount).map((user) => user.id))
}

/** Whether a user has a seat, by the number of users added before them and not removed. */
export function hasSeat(usersBefore: number, licenseCount: number): boolean {
  return usersBefore < licenseCount
}

/** The facts that decide whether a viewer may watch a video. */
export type WatchingRequest = {
  readonly video: { readonly free: boolean }
  /** The service has closed and its last subscription has ended: every video is free. */
  readonly freedBySunset: boolean
  /**
   * Absent for a signed-out visitor. `seat`: within the licence count. `confirmed`: their contact is. `admin`: member of
   * the account that runs the site.
   */
  readonly viewer?:
    | {
        readonly removed: boolean
        readonly seat: boolean
        readonly confirmed: boolean
        readonly admin: boolean
      }
    | undefined
  /** Of the account; absent if it never had one. */
  readonly subscription?: (EntitlingSubscription & Pause) | undefined
  readonly now: Date
  /** Days beyond `until` in which an active subscription is honoured while its renewal is late. */
  readonly graceDays: number
}

/**
 * Whether a video may be watched: the video is free, or every video is, or the viewer is confirmed, has a seat and the
 * account's subscription runs and is not paused. The admin needs neither. Computed from dates alone, so it never depends on a nightly job.
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
  return (
    subscription !== undefined &&
    subscriptionRuns(subscription, now, graceDays) &&
    !isPaused(subscription, now)
  )
}

/** The fields of a subscription that decide its entitlement. */
export type EntitlingSubscription = {
  readonly status: 'trial' | 'prepaid' | 'active' | 'pending-expiry' | 'cancelled'
  readonly until: Date
}

/** The pause of a subscription: from the end of the paid time. Both or none. */
export type Pause = { readonly pausedFrom: Date | null; readonly pausedUntil: Date | null }

/** Whether a pause is under way: nobody may watch, and nothing is charged. */
export function isPaused({ pausedFrom, pausedUntil }: Pause, now: Date): boolean {
  if (!pausedFrom || !pausedUntil) return false
  return now.getTime() >= pausedFrom.getTime() && now.getTime() < pausedUntil.getTime()
}

/** Whether a subscription entitles at `now`: up to `until`, plus the grace period for an active one. */
export function subscriptionRuns(
  { status, until }: EntitlingSubscription,
  now: Date,
  graceDays: number,
): boolean {
  if (status === 'cancelled') return false
  const graceMilliseconds = status === 'active' ? graceDays * 86_400_000 : 0
  return now.getTime() < until.getTime() + graceMilliseconds
}
