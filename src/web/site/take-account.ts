import type { Account } from '#contract/accounts/accounts.ts'
import { changeSession } from './site.ts'

/** Shows everywhere what a section of the account answered; with it the user's own new name, where that was changed. */
export function takeAccount(account: Account, name?: string): void {
  changeSession((session) => {
    if (!session.authenticated) return session
    const { user } = session
    const email = account.contacts[0]?.email ?? user.email
    return { ...session, account, user: { ...user, email, name: name ?? user.name } }
  })
}
