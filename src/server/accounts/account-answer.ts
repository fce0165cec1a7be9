import type { Account } from '#contract/accounts/accounts.ts'
import type { Viewer } from '#server/http/visitor.ts'
import type { Services } from '#server/services/services.ts'
import { readAccount } from './read-session.ts'

/** What every section of the account answers when it was changed: the account as it is now. */
export async function accountAnswer(
  services: Services,
  viewer: Viewer,
): Promise<{ status: 200; body: { account: Account } }> {
  return { status: 200, body: { account: await readAccount(services, viewer) } }
}
