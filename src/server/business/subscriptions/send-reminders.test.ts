import { beforeEach, expect, test } from 'vitest'
import { passDays, sessionOf } from '#support/paying-team.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { forgetMails, queuedMails } from '#support/stored/mails.ts'
import { expireCards } from '#support/stored/money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { grantPrepaid } from './grant-licenses.ts'
import { subscriptionsToRemind } from './reminder.store.ts'
import { sendReminders } from './send-reminders.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let email = ''
let count = 0
beforeEach(async () => {
  count += 1
  email = `reader${count}@remind.example`
  await sandboxOf(site).setFault('none')
})

/** Subjects of the mails so far that begin so. */
async function mails(beginning: string): Promise<number> {
  const rows = await queuedMails(site.db, email)
  return rows.filter(({ subject }) => subject.startsWith(beginning)).length
}

test('the end of a trial is announced three days before, once', async () => {
  await accountHolder(site, email)
  await passDays(site, 10)
  expect(await mails('Your free trial ends on')).toBe(0)
  await passDays(site, 1)
  await passDays(site, 1)
  await runUpkeep(site.services)
  expect(await mails('Your free trial ends on')).toBe(1)
})

test('the end of a prepaid grant is announced fourteen and three days before', async () => {
  const browser = await accountHolder(site, email)
  await passDays(site, 15)
  const { account } = await sessionOf(browser)
  await grantPrepaid(site.services, {
    accountId: account.id,
    licenseCount: 2,
    interval: { value: 30, unit: 'd' },
  })
  const told: number[] = []
  for (const days of [15, 2, 11, 1]) {
    await passDays(site, days)
    told.push(await mails('Your prepaid licenses end'))
  }
  expect(told).toEqual([0, 1, 2, 2])
})

test('a yearly renewal is announced thirty days before, a monthly one is not', async () => {
  const browser = await accountHolder(site, email)
  await passDays(site, 15)
  await subscribe(browser, undefined, { value: 1, unit: 'y' })
  await passDays(site, 330)
  expect(await mails('Your subscription is extended')).toBe(0)
  await passDays(site, 10)
  expect(await mails('Your subscription is extended')).toBe(1)
})

test('a monthly renewal with a good card is not even read', async () => {
  const browser = await accountHolder(site, email)
  await passDays(site, 15)
  await subscribe(browser)
  await passDays(site, 22)
  const { account } = await sessionOf(browser)
  const read = await subscriptionsToRemind(site.db, site.clock.now())
  expect(read.map((row) => row.account_id)).not.toContain(account.id)
  expect(await mails('Your subscription is extended')).toBe(0)
})

test('a card that will have expired by the next charge is announced, and another one is not', async () => {
  const browser = await accountHolder(site, email)
  await passDays(site, 15)
  await subscribe(browser)
  const { account, subscription } = await sessionOf(browser)
  const next = (subscription?.until ?? '').slice(0, 7)
  const expireIn = (month: string) => expireCards(site.db, account.id, month)
  await expireIn(next)
  await passDays(site, 20)
  expect(await mails('Your card expires')).toBe(0)
  await expireIn('2026-11')
  await passDays(site, 1)
  await runUpkeep(site.services)
  expect(await mails('Your card expires')).toBe(1)
})

test('sent reminders are not read or locked again', async () => {
  await accountHolder(site, email)
  await passDays(site, 12)
  expect(await mails('Your free trial ends on')).toBe(1)
  const { database } = site.services
  let transactions = 0
  const counting = {
    ...site.services,
    database: {
      ...database,
      db: new Proxy(database.db, {
        get(db, name) {
          if (name === 'transaction') transactions += 1
          const value = Reflect.get(db, name)
          return typeof value === 'function' ? value.bind(db) : value
        },
      }),
    },
  }
  expect(await sendReminders(counting)).toBe('done')
  expect(transactions).toBe(0)
  await forgetMails(database.db, email)
  expect(await sendReminders(counting)).toBe('done')
  expect(transactions).toBe(1)
  expect(await mails('Your free trial ends on')).toBe(1)
})
