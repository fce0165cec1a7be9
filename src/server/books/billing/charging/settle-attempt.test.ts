import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { attemptsOf, ledgerSums, noticesOf } from '#support/stored/money.ts'
import { changeSandboxCharge, sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { recoverCharges } from './recover-charges.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })

test('a payment of another amount is not booked: the charge stays open and the operator is notified', async () => {
  const sandbox = sandboxOf(site)
  const browser = await accountHolder(site, 'ada@example.org')
  await sandbox.setFault('charge-then-hang')
  expect((await subscribe(browser)).status).toBe(202)
  await sandbox.setFault('none')
  const [taken] = await sandboxCharges(site.db)
  await changeSandboxCharge(site.db, taken?.ref ?? '', { cents: 1189 })
  await recoverCharges(site.services, true)
  await recoverCharges(site.services, true)

  const attempts = await attemptsOf(site.db)
  expect(attempts).toMatchObject([{ state: 'unknown' }])
  expect(await noticesOf(site.db)).toMatchObject([
    { kind: 'amount-differs', attemptId: attempts[0]?.id, cents: 1189 },
  ])
  expect(await ledgerSums(site.db)).toEqual({})
  expect((await browser.call(calls.invoices, { query: {} })).body.invoices).toEqual([])
  const { body } = await browser.call(calls.userSession)
  expect(body).toMatchObject({ mayWatch: false })
})
