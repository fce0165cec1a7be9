import type { BillingContext } from '#domain/billing/decision.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { type BilledAccount, lockBilledAccount } from './billing.store.ts'
import { stateOf } from './subscription-state.ts'
import { vatOfAccount } from './vat-of-account.ts'

/** The input of a billing decision: account, subscription, and the site's settings. */
export type BilledSubscription = {
  readonly account: BilledAccount
  readonly state: SubscriptionState
  readonly context: BillingContext & { readonly vat: VatTreatment }
}

/** Locks an account's subscription until the transaction ends; undefined for an unknown account. */
export async function lockSubscription(
  trx: Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  accountId: string,
): Promise<BilledSubscription | undefined> {
  const serviceMode = await readServiceMode({ config, database: { db: trx } })
  const account = await lockBilledAccount(trx, accountId)
  if (!account) return undefined
  const now = clock.now()
  const vat = vatOfAccount(config, account, now)
  return {
    account,
    state: stateOf(account.subscription, !isBusiness(account)),
    context: {
      now,
      serviceMode,
      graceDays: config.graceDays,
      refundDays: config.refundDays,
      zone: config.seller.zone,
      vatBasisPoints: vat.basisPoints,
      vat,
    },
  }
}
