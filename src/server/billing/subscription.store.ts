import type { Transaction } from 'kysely'
import type { NewSubscription } from '#domain/billing/subscription.ts'
import type { Tables } from '#server/database/tables.ts'

/** Stores the first subscription of an account. */
export async function insertSubscription(
  trx: Transaction<Tables>,
  accountId: string,
  subscription: NewSubscription,
): Promise<void> {
  await trx
    .insertInto('subscription')
    .values({
      account_id: accountId,
      status: subscription.status,
      until: subscription.until,
      license_count: subscription.licenseCount,
      included_licenses: subscription.includedLicenses,
      interval_value: subscription.interval?.value ?? null,
      interval_unit: subscription.interval?.unit ?? null,
      coupon_code: subscription.couponCode,
    })
    .execute()
}

/**
 * Notes that a person has had their trial; false when they had it before. Stays when the account goes.
 * @param key names the person by a keyed hash, so that it can outlive them
 */
export async function noteTrial(trx: Transaction<Tables>, key: string, now: Date): Promise<boolean> {
  const noted = await trx
    .insertInto('trial_use')
    .values({ email_key: key, started_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .executeTakeFirst()
  return noted !== undefined
}
