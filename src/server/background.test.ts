import { expect, test } from 'vitest'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { issueSome } from '#support/some-invoice.ts'
import { loseJobs, waitingJobs } from '#support/stored/jobs.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allInvoices } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { queueMail } from './platform/mail/queue-mail.ts'
import { alreadyRegisteredMail } from './platform/mail/templates/contacts.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const countOf = async (table: 'account' | 'session' | 'idempotent_reply' | 'mail') => {
  return (await allRows(site.db, table)).length
}

test('upkeep may be done at any time, twice as well as once', async () => {
  await confirmedIn(site, site.client(), 'steady@example.org')
  const before = [await countOf('account'), await countOf('mail')]
  await runUpkeep(site.services)
  await runUpkeep(site.services)
  expect([await countOf('account'), await countOf('mail')]).toEqual(before)
})

test('its rounds begin at the start, and repeat when due', async () => {
  const waiting = () => waitingJobs(site.db, 'upkeep%')
  const rounds = [
    { name: 'upkeep-each-hour', everySeconds: 3_600 },
    { name: 'upkeep-each-minute', everySeconds: 60 },
    { name: 'upkeep-forecast-renewals', everySeconds: 60 },
    { name: 'upkeep-index-transcripts', everySeconds: 60 },
    { name: 'upkeep-look-up-company-domains', everySeconds: 3_600 },
    { name: 'upkeep-make-poster-sizes', everySeconds: 60 },
    { name: 'upkeep-make-storyboards', everySeconds: 60 },
    { name: 'upkeep-refresh-company-sessions', everySeconds: 60 },
    { name: 'upkeep-remove-unused-media', everySeconds: 3_600 },
    { name: 'upkeep-run-due-subscriptions', everySeconds: 60 },
    { name: 'upkeep-sum-money-days', everySeconds: 3_600 },
  ]
  expect(await waiting()).toEqual(
    rounds.map(({ name }) => ({ name, state: 'created', singletonKey: 'at start', seconds: 0 })),
  )
  await site.services.queue.drain()
  expect(await waiting()).toEqual(
    rounds.map(({ name, everySeconds }) => ({
      name,
      state: 'created',
      singletonKey: 'next',
      seconds: everySeconds,
    })),
  )
})

test('writes down the end of subscriptions that have run out, and counts the change', async () => {
  await confirmedIn(site, site.client(), 'ending@example.org')
  site.clock.advanceBusiness({ days: 15 })
  await runUpkeep(site.services)
  // begun, in its trial, ended
  const ended = async () => {
    for (const row of await allRows(site.db, 'subscription'))
      expect(row).toMatchObject({ status: 'cancelled', version: 3 })
  }
  await ended()
  await runUpkeep(site.services)
  await ended()
})

test('removes accounts that were not confirmed within thirty days, and no others', async () => {
  await registerIn(site, site.client(), 'never@example.org')
  await confirmedIn(site, site.client(), 'confirmed@example.org')
  const before = await countOf('account')
  site.clock.advanceBusiness({ days: 29 })
  await runUpkeep(site.services)
  expect(await countOf('account')).toBe(before)
  site.clock.advanceBusiness({ days: 2 })
  await runUpkeep(site.services)
  expect(await countOf('account')).toBe(before - 1)
})

test('forgets mails that were sent three months ago, and none that still waits', async () => {
  const { services } = site
  await services.queue.drain()
  expect(await countOf('mail')).toBeGreaterThan(0)
  const content = alreadyRegisteredMail({ email: 'waits@example.org' }, services.config, 'en')
  const order = {
    effectKey: 'waits',
    template: 'already-registered',
    to: 'waits@example.org',
    content,
  } as const
  await inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
  site.clock.advanceBusiness({ days: 91 })
  await runUpkeep(services)
  expect(await countOf('mail')).toBe(1)
})

test('sends a mail whose job was abandoned or lost', async () => {
  const { services } = site
  const content = alreadyRegisteredMail({ email: 'lost@example.org' }, services.config, 'en')
  const order = {
    effectKey: 'lost',
    template: 'already-registered',
    to: 'lost@example.org',
    content,
  } as const
  await inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
  await loseJobs(services.database.db, 'send-mails')
  const sent = async () =>
    (await queuedMails(services.database.db, 'lost@example.org')).filter(({ sentAt }) => sentAt !== null)
  await services.queue.drain()
  expect(await sent()).toHaveLength(0)
  await runUpkeep(services)
  await services.queue.drain()
  expect(await sent()).toHaveLength(1)
})

test('deletes expired sessions and stored answers', async () => {
  const browser = site.client()
  await confirmedIn(site, browser, 'sessions@example.org')
  await signIn(browser, 'sessions@example.org')
  expect(await countOf('session')).toBe(1)
  site.clock.advanceReal({ days: 8 })
  await runUpkeep(site.services)
  expect(await countOf('session')).toBe(0)
  expect(await countOf('idempotent_reply')).toBe(0)
})

test('deletes invoices that the law no longer has kept', async () => {
  const numbers = async () => (await allInvoices(site.db)).length
  await issueSome(site.services, '22222222-2222-4222-8222-222222222222')
  await runUpkeep(site.services)
  expect(await numbers()).toBe(1)
  site.clock.advanceBusiness({ days: 9 * 366 })
  await runUpkeep(site.services)
  expect(await numbers()).toBe(0)
})
