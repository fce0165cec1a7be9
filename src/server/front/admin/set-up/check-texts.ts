import { createHash } from 'node:crypto'
import { usualRefundDays } from '#domain/billing/refunds/refund-days.ts'
import type { StepState } from '#domain/set-up.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Notes that the admin has had the legal texts checked as they are now. Refused as `confirmAdminLately`. */
export const checkTexts: UseCase<'checkTexts'> = async (services, context) => {
  const by = await confirmAdminLately(services, context)
  const digest = digestOfTexts(services)
  return changeAsAdmin(services, context, by, async (trx) => {
    await writeSetting(trx, 'checked-texts', digest)
    return {
      action: 'texts-checked',
      target: 'legal-texts',
      after: { digest },
    }
  })
}

/** `wrong`: the texts, or the seller's data in them, have changed since they were checked. */
export async function textsState(
  services: Pick<Services, 'config' | 'database' | 'siteFiles'>,
): Promise<StepState> {
  const checked = await readSetting(services.database.db, 'checked-texts')
  if (checked === undefined) return 'missing'
  return checked === digestOfTexts(services) ? 'done' : 'wrong'
}

/** Returns the SHA-256, in hex, of the legal texts with what is filled into them. */
function digestOfTexts({ config, siteFiles }: Pick<Services, 'config' | 'siteFiles'>): string {
  const { texts } = siteFiles.current
  const legal = [texts.imprint, texts['terms-and-conditions'], texts['privacy-policy']]
  const { name, address, email, phone, vatId } = config.seller
  const { refundDays } = config
  const filled = [
    config.productName,
    name,
    address,
    email,
    phone,
    vatId,
    config.trialDays,
    ...(refundDays === usualRefundDays ? [] : [refundDays]),
  ]
  return createHash('sha256')
    .update(JSON.stringify([legal, filled]))
    .digest('hex')
}
