import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { recoverCharges } from './recover-charges.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })
})
afterAll(() => site.close())

test('money of another amount than was asked for is not booked: the charge stays open and the operator is told', async () => {
  const { db } = site.services.database
  const sandbox = sandboxOf(site)
  const browser = await accountHolder(site, 'ada@example.org')
  await sandbox.setFault('charge-then-hang')
  expect((await subscribe(browser)).status).toBe(202)
  await sandbox.setFault('none')
  await db.updateTable('sandbox_charge').set({ amount_cents: 1189 }).execute()
  await recoverCharges(site.services, true)
  await recoverCharges(site.services, true)

  const attempts = await db.selectFrom('charge_attempt').select(['id', 'state']).execute()
  expect(attempts).toEqual([{ id: expect.any(String), state: 'unknown' }])
  const notices = await db
    .selectFrom('payment_notice')
    .select(['kind', 'attempt_id', 'amount_cents'])
    .execute()
  expect(notices).toEqual([{ kind: 'amount-differs', attempt_id: attempts[0]?.id, amount_cents: 1189 }])
  expect(await db.selectFrom('ledger_entry').selectAll().execute()).toEqual([])
  expect((await browser.call(calls.invoices)).body.invoices).toEqual([])
  const { body } = await browser.call(calls.userSession)
  expect(body).toMatchObject({ mayWatch: false })
})
