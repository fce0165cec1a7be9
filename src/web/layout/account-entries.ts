import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'

type AccountEntry = {
  readonly path: string
  readonly text: () => string
  /** Undefined: everybody who is signed in. */
  readonly permission?: SignedInSession['permissions'][number]
  readonly admin?: true
}

/** The account menu (product.md section 2, Toolbar), in its order; the admin's own screens come first, Logout follows. */
const entries: readonly AccountEntry[] = [
  { path: '/admin', text: m.admin_page, admin: true },
  { path: '/account/profile', text: m.manage_account, permission: 'account.manage' },
  { path: '/account/subscription', text: m.manage_subscription, permission: 'subscription.manage' },
  { path: '/account/users', text: m.manage_users, permission: 'users.manage' },
  { path: '/account/password', text: m.manage_password },
]

/** The entries that lead to a page of this site and that are for whoever is signed in. */
export function accountEntries(
  { permissions, admin }: Pick<SignedInSession, 'permissions' | 'admin'>,
  built: readonly string[] = Object.values(pages).map(({ path }) => path),
): readonly AccountEntry[] {
  return entries.filter(
    (entry) =>
      built.includes(entry.path) &&
      (admin || !entry.admin) &&
      (entry.permission === undefined || permissions.includes(entry.permission)),
  )
}
