import type { Permission } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'

type AccountEntry = {
  readonly path: string
  readonly text: () => string
  /** Undefined: everybody who is signed in. */
  readonly permission?: Permission
}

/** The account menu (product.md section 2, Toolbar), in its order; Logout follows. */
const entries: readonly AccountEntry[] = [
  { path: '/account/profile', text: m.manage_account, permission: 'account.manage' },
  { path: '/account/subscription', text: m.manage_subscription, permission: 'subscription.manage' },
  { path: '/account/users', text: m.manage_users, permission: 'users.manage' },
  { path: '/account/password', text: m.manage_password },
]

/** The entries that lead to a page of this site and that these permissions allow. */
export function accountEntries(
  permissions: readonly Permission[],
  built: readonly string[] = Object.values(pages).map(({ path }) => path),
): readonly AccountEntry[] {
  return entries.filter(
    ({ path, permission }) =>
      built.includes(path) && (permission === undefined || permissions.includes(permission)),
  )
}
