import { storeEvent, withSubscription } from '#server/business/subscriptions/apply-billing-event.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Declaration, lockCarriedOut, markTakenBack } from './declaration.store.ts'

/** Time limit for reporting that it was not the holder, in milliseconds. */
const notMeMs = 14 * 86_400_000

/**
 * `POST /api/contract/not-me`: the holder of a contract reports, by the link in a mail to a confirmed contact, that
 * they did not make a declaration that was carried out. A cancelled subscription continues, unless it was refunded:
 * then they can subscribe again. 422 `declaration-link-wrong` for an unknown, expired or used link.
 */
export const takeBackDeclaration: UseCase<'takeBackDeclaration'> = async (services, { body, visitor }) => {
  const wait = await services.limits.declarations.consume(visitor.network)
  if (wait) return wait
  const { clock, database } = services
  const since = new Date(clock.now().getTime() - notMeMs)
  const hash = sha256(body.token)
  const found = await inTransaction(database.db, (trx) => lockCarriedOut(trx, hash, since))
  if (!found?.account_id) return new Problem('declaration-link-wrong')
  const restored = await restore(services, found, found.account_id, { hash, since })
  if (restored instanceof Problem) return restored
  return { status: 200, body: { outcome: restored ? 'restored' : 'subscribe-again' } }
}

async function restore(
  services: Services,
  { refunded }: Declaration,
  accountId: string,
  { hash, since }: { hash: Buffer; since: Date },
): Promise<boolean | Problem> {
  if (refunded) return false
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const declaration = await lockCarriedOut(trx, hash, since)
    if (!declaration) return new Problem('declaration-link-wrong')
    const { users } = subscription.account
    const resumed = await storeEvent(trx, services, subscription, { type: 'resume', users })
    if (!(resumed instanceof Problem)) await markTakenBack(trx, declaration.id)
    return resumed
  })
  if (!(done instanceof Problem)) return done !== undefined
  // a subscription that has ended, or lost its card, must be ordered again
  return done.code === 'declaration-link-wrong' ? done : false
}
