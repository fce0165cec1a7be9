/** The admin is a single fixed account (product.md section 6): this one, in every installation. */
export const adminAccountId = '00000000-0000-4000-8000-000000000001'

/** Whether a user is the admin: who owns that account, and nobody whom they add to it. */
export function isAdmin({
  accountId,
  role,
}: {
  accountId: string
  role: 'owner' | 'manager' | 'user'
}): boolean {
  return accountId === adminAccountId && role === 'owner'
}
