/** How long somebody who asked for deletion can think better of it. */
export const deletionGraceDays = 14

/** When an account, or a user, whose deletion is asked for at `now` will be deleted. Business time. */
export function deletionDue(now: Date): Date {
  return new Date(now.getTime() + deletionGraceDays * 86_400_000)
}

/**
 * Whose end a message tells of: the reader's own account, the account of somebody else in which they are a user, or
 * their own place in an account that goes on without them.
 */
export type Ending = 'own-account' | 'account-of-others' | 'own-user'
