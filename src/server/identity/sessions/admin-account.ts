/** The admin's single fixed account (product.md section 6), the same in every installation. */
export const adminAccountId = '00000000-0000-4000-8000-000000000001'

/** Returns whether a user is the admin: the owner of that account, not its other users. */
export function isAdmin({
  accountId,
  role,
}: {
  accountId: string
  role: 'owner' | 'manager' | 'user'
}): boolean {
  return accountId === adminAccountId && role === 'owner'
}
