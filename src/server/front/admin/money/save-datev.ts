import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'

/** Saves what the tax adviser says about DATEV. Refused as `confirmAdminLately`. */
export const saveDatev: UseCase<'saveDatev'> = async (services, context) => {
  const { password: _, ...settings } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const before = await readSetting(trx, 'datev')
    await writeSetting(trx, 'datev', settings)
    return {
      action: 'datev-saved',
      target: 'datev',
      ...(before !== undefined && { before: { settings: before } }),
      after: { settings },
    }
  })
}
