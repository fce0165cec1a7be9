import { emailKey } from '#domain/accounts/contact.ts'
import type { Decision } from '#domain/billing/decision.ts'
import { changeTeam, stillPossible } from '#domain/team/team.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { applyChange } from './apply-change.ts'
import { lockTeam } from './team.store.ts'
import { deleteWaitingUsers, findWaitingUsers, type WaitingUsers } from './waiting-users.store.ts'

/**
 * Applies a billing decision to users who wait for their payment: once paid, they are added in the same transaction;
 * while the charge is pending, they wait; if it fails, they are dropped (decisions/092-users-and-money.md). Call it for
 * every decision.
 */
export async function settleWaitingUsers(
  trx: Trx,
  services: Services,
  accountId: string,
  { bill, next }: Extract<Decision, { ok: true }>,
): Promise<void> {
  const waiting = await findWaitingUsers(trx, accountId)
  if (!waiting) return
  const paid = bill?.key === waiting.chargeKey
  if (!paid && next.openCharge?.key === waiting.chargeKey) return
  await deleteWaitingUsers(trx, accountId)
  if (paid) await admit(trx, services, accountId, waiting)
}

/** Addresses are locked before accounts everywhere: call this before the account of a payment is locked. */
export async function lockWaitingAddresses(trx: Trx, accountId: string): Promise<void> {
  const waiting = await findWaitingUsers(trx, accountId)
  for (const key of waiting?.change.notify.map(emailKey).toSorted() ?? []) await lockAddress(trx, key)
}

/** Changes made meanwhile are kept: users who were added or removed are unchanged; the seats are paid anyway. */
async function admit(
  trx: Trx,
  services: Services,
  accountId: string,
  { chargeKey, change }: { chargeKey: string; change: WaitingUsers },
): Promise<void> {
  const team = await lockTeam(trx, accountId, services.clock.now())
  const { by, users, byName, notify } = change
  const possible = stillPossible(team, by, users)
  const changed = changeTeam(team, { by, version: team.version, users: possible }, () => 'fits')
  if (!('ok' in changed)) {
    services.log.error(
      { accountId, chargeKey, problem: changed.problem },
      'users were paid for, but not added',
    )
    return
  }
  const mails = { notify, cause: chargeKey, invitedBy: byName }
  await applyChange(trx, services, { team, change: changed, accountId, mails })
}
