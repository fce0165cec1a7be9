import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readClosing } from '#server/platform/site/closing.store.ts'
import { chooseServiceMode, readServiceMode, serviceModeChosen } from '#server/platform/site/service-mode.ts'

/** `GET /api/admin/service`: what the site sells now. */
export const showService: UseCase<'serviceAtDesk', 'config' | 'database'> = async (services) => {
  const serviceMode = await readServiceMode(services)
  const closing = await readClosing(services.database.db)
  const closingAt = closing && !closing.isFormer ? closing.effectiveAt.toISOString() : null
  return { status: 200, body: { serviceMode, byEnvironment: isByEnvironment(services), closingAt } }
}

/** Chooses what the site sells from now on. 409 `set-by-environment`; else refused as `confirmAdminLately`. */
export const chooseServiceModeAsAdmin: UseCase<'chooseServiceMode'> = async (services, context) => {
  const { serviceMode } = context.body
  if (isByEnvironment(services)) return new Problem('set-by-environment')
  const by = await confirmAdminLately(services, context)
  const chosen = await changeAsAdmin(services, context, by, async (trx) => {
    const before = await readServiceMode({ ...services, database: { db: trx } })
    await chooseServiceMode(trx, serviceMode)
    return {
      action: 'service-mode-chosen',
      target: 'service-mode',
      before: { serviceMode: before },
      after: { serviceMode },
    }
  })
  if (!(chosen instanceof Problem)) await serviceModeChosen(services)
  return chosen
}

/** The demo's mode is changed on its own page, too. */
function isByEnvironment({ config }: Pick<Services, 'config'>): boolean {
  return !config.demo && config.serviceMode !== undefined
}
