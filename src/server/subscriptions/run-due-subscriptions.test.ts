import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverCharges } from '#server/billing/charging/recover-charges.ts'
import { reconcileDaily } from '#server/billing/reconciling/reconcile-daily.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { runDueSubscriptions } from './run-due-subscriptions.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0', GRACE_DAYS: '60' } })
})
afterAll(() => site.close())

test('a clock that jumped over several periods takes one of them from the card in each run', async () => {
  await subscribe(await accountHolder(site, 'ada@example.org'))
  const taken = async () =>
    (await site.services.database.db.selectFrom('sandbox_charge').select('ref').execute()).length
  await recoverCharges(site.services)
  await reconcileDaily(site.services)
  site.clock.advanceBusiness({ days: 31 + 55 })
  const counts: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await runDueSubscriptions(site.services)
    counts.push(await taken())
  }
  // the period that was paid for at first, then two that were missed
  expect(counts).toEqual([2, 3, 3])
})
