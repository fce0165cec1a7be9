import type { Account } from '#contract/accounts.ts'
import { readAccount } from '#server/accounts/read-session.ts'
import type { Viewer } from '#server/http/visitor.ts'
import type { Services } from '#server/services.ts'

/** What every section of the account answers when it was changed: the account as it is now. */
export async function accountAnswer(
  services: Services,
  viewer: Viewer,
): Promise<{ status: 200; body: { account: Account } }> {
  return { status: 200, body: { account: await readAccount(services, viewer) } }
}
