import { findAdminId } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { couponAlarmMail } from '#server/platform/mail/templates/credentials.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Counts a wrong coupon code from any form. More than 200 an hour on the whole site indicate guessing from many
 * networks: the admin is mailed, at most once an hour.
 */
export async function countWrongCoupon(services: Services): Promise<void> {
  if (
    !(await services.limits.couponSite.consume('site')) ||
    (await services.limits.couponAlarm.consume('site'))
  )
    return
  const { clock, config, database, log } = services
  log.warn('more than 200 wrong coupon codes were tried within an hour: somebody is guessing')
  const adminId = await findAdminId(database.db)
  if (adminId === undefined) return
  await inTransaction(database.db, (trx) =>
    mailToUser(trx, services, adminId, {
      template: 'coupon-alarm',
      effect: String(Math.floor(clock.real().getTime() / 3_600_000)),
      contentFor: (name, language) => couponAlarmMail({ name }, config, language),
    }),
  )
}
