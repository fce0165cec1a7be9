import { leftToDo } from '#domain/set-up.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { savesOfForms } from '#server/platform/site/desk-setting.store.ts'
import { isInSetUp } from '#server/platform/site/set-up.store.ts'
import { lastMailTest, shownMailServer } from './save-mail-server.ts'
import { shownPayment } from './save-payment.ts'
import { shownSeller } from './save-seller.ts'
import { savedSettings } from './save-settings.ts'
import { setUpStates, shownSteps } from './set-up-state.ts'
import { forgetTestPurchases } from './test-purchase.store.ts'
import { lastTestPurchase } from './test-purchase.ts'

/** `GET /api/admin/set-up`. */
export const showSetUp: UseCase<'setUpAtDesk', LibraryServices> = async (services) => {
  const { config, database } = services
  const saved = await savedSettings(services)
  const { seller, fixed } = shownSeller(config, saved)
  const running = await isInSetUp(database.db)
  return {
    status: 200,
    body: {
      running,
      steps: shownSteps(await setUpStates(services), running),
      seller,
      versions: await savesOfForms(database.db),
      fixedOfSeller: fixed,
      ...shownMailServer(config, saved),
      mailTest: await lastMailTest(services),
      payment: shownPayment(config, saved),
      purchase: await lastTestPurchase(services),
    },
  }
}

/**
 * Opens a new site to its visitors, for good. 409 `site-is-open`; 409 `set-up-unfinished` while a needed step is not done;
 * else refused as `confirmAdmin`.
 */
export const openSite: UseCase<'openSite', LibraryServices> = async (services, context) => {
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  if (leftToDo(await setUpStates(services)).length > 0) return new Problem('set-up-unfinished')
  return changeAsAdmin(services, context, by, async (trx) => {
    if (!(await isInSetUp(trx))) return new Problem('site-is-open')
    await writeSetting(trx, 'set-up', 'done')
    await forgetTestPurchases(trx)
    return { action: 'site-opened', target: 'site' }
  })
}
