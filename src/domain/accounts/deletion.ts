/** Days in which a requested deletion can be cancelled. */
export const deletionGraceDays = 14

/** Returns when an account or user is deleted after a request at `now`. Business time. */
export function deletionDue(now: Date): Date {
  return new Date(now.getTime() + deletionGraceDays * 86_400_000)
}

/**
 * The scope of a deletion, from the view of a mail's reader: their own account, another owner's account in which they are
 * a user, or only their user in an account that continues.
 */
export type DeletionScope = 'own-account' | 'account-of-others' | 'own-user'
