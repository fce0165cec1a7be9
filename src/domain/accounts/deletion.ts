/** How long a requested deletion can be taken back. */
export const deletionGraceDays = 14

/** When an account, or a user, whose deletion is asked for at `now` will be deleted. Business time. */
export function deletionDue(now: Date): Date {
  return new Date(now.getTime() + deletionGraceDays * 86_400_000)
}

/**
 * What is deleted, as the reader of a mail sees it: their own account, somebody else's account in which they are a user,
 * or only they themselves as a user of an account that goes on.
 */
export type DeletionScope = 'own-account' | 'account-of-others' | 'own-user'
