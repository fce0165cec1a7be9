import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { storeUserLanguage } from '#server/identity/accounts/profile.store.ts'
import { insertJob } from '#server/library/processing/film-job.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import { browserOf, expiredOwner, signedInAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { payingOwner } from '#support/paying-team.ts'
import { waitingDeclaration } from '#support/stored/declarations.ts'
import { storeVideo } from '#support/stored/library.ts'
import { allInvoices } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { emptyTables, storeRow } from '#support/stored/rows.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import { mailToday } from './mail-today.ts'

const email = 'pays@today.example'
let accountId: string
const site = testApp()
beforeAll(async () => {
  await signedInAdmin(site)
  await payingOwner(site, email)
  accountId = (await personAt(site.db, email)).accountId
  await emptyTables(site.db, 'mail', 'payment_notice')
})

const today = async () => {
  const admin = await browserOf(site, theAdmin.userId)
  const { status, body } = await admin.call(calls.today)
  expect(status).toBe(200)
  return body
}
const inbox = async (kind: string) => (await today()).inbox.find((one) => one.kind === kind)

test('nothing waits at first', async () => {
  expect((await today()).inbox).toEqual([])
})

test('a failed charge waits until it is settled', async () => {
  await changeSubscription(site.db, accountId, { health: 'past-due' })
  expect(await inbox('charge')).toMatchObject({ count: 1, items: [{ id: accountId, name: 'Ada Lovelace' }] })
  await changeSubscription(site.db, accountId, { health: 'ok' })
  expect(await inbox('charge')).toBeUndefined()
})

test('a dispute waits until it is won or lost', async () => {
  const note = (kind: 'dispute-open' | 'dispute-won', ref: string) =>
    inTransaction(site.db, (trx) =>
      noteForOperator(trx, site.services, {
        kind,
        effectKey: `${kind} ${ref}`,
        accountId,
        ref,
        amountCents: 1190,
      }),
    )
  await note('dispute-open', 'first')
  await note('dispute-open', 'second')
  expect(await inbox('dispute')).toMatchObject({
    count: 2,
    items: [{ id: accountId, cents: 1190, isOrder: false }, { id: accountId }],
  })
  await note('dispute-won', 'first')
  expect((await inbox('dispute'))?.count).toBe(1)
  await note('dispute-won', 'second')
  expect(await inbox('dispute')).toBeUndefined()
})

test('a declaration waits for the decision', async () => {
  const id = randomUUID()
  await waitingDeclaration(site, id)
  expect(await inbox('declaration')).toMatchObject({ count: 1, items: [{ id, name: 'Nobody Known' }] })
})

test('a refused mail is listed for a week; at most ten of a kind are listed, and all are counted', async () => {
  for (let n = 0; n < 12; n += 1) {
    const to = `nobody${n}@today.example`
    const content = alreadyRegisteredMail({ email: to }, site.services.config, 'en')
    await inTransaction(site.db, (trx) =>
      queueMail(trx, site.services, { effectKey: to, template: 'already-registered', to, content }),
    )
  }
  const refused = { outcome: 'refused', forGood: true, reason: '550 no such user' } as const
  await sendDueMails({ ...site.services, mail: { deliver: async () => refused } })
  const mails = await inbox('mail')
  expect([mails?.count, mails?.items.length]).toEqual([12, 10])
  site.clock.advance({ days: 7, seconds: 1 })
  expect(await inbox('mail')).toBeUndefined()
})

test('a video whose processing waits, or was refused and not tried again, is listed', async () => {
  await storeVideo(site.db, 'today-one', { title: 'Made today' })
  const add = async (seconds: number) => {
    const id = randomUUID()
    const created = new Date(site.clock.now().getTime() + seconds * 1000)
    const of = { upload_id: randomUUID(), asked_by: theAdmin.userId, created_at: created }
    await inTransaction(site.db, (trx) => insertJob(trx, { id, video_id: 'today-one', ...of }))
    return id
  }
  await add(0)
  expect(await inbox('video-waiting')).toMatchObject({
    count: 1,
    items: [{ id: 'today-one', name: 'Made today' }],
  })
  await emptyTables(site.db, 'film_job')
  const now = site.clock.now()
  await storeRow(site.db, 'film_job', {
    id: randomUUID(),
    video_id: 'today-one',
    upload_id: randomUUID(),
    asked_by: theAdmin.userId,
    state: 'refused',
    refusal: 'no-picture' as never,
    created_at: now,
    ended_at: now,
  } as never)
  expect(await inbox('video-refused')).toMatchObject({ count: 1, items: [{ id: 'today-one' }] })
  await add(1)
  expect(await inbox('video-refused')).toBeUndefined()
  expect((await inbox('video-waiting'))?.count).toBe(1)
})

test('the numbers of the month are those of the books', async () => {
  const { month } = await today()
  const invoices = await allInvoices(site.db)
  const issued = invoices.filter(({ issued_on: day }) => day >= month.from && day <= month.to)
  expect(month).toMatchObject({
    zone: 'Europe/Berlin',
    revenueCents: issued.reduce((sum, { net_cents: net }) => sum + net, 0),
    seats: 1,
    accounts: 1,
  })
  expect(month.monthlyCents).toBeGreaterThan(0)
  expect(month.trialsPaid).toBeLessThanOrEqual(month.trialsEnded)
})

test('only the admin sees it', async () => {
  const owner = await browserOf(site, expiredOwner.userId)
  expect((await owner.call(calls.today)).status).toBe(403)
})

describe('the mail of what waits', () => {
  const from = (todayMailHour: number | undefined) => ({
    ...site.services,
    config: { ...site.services.config, todayMailHour },
  })
  const mails = async () =>
    (await mailsTo(site, theAdmin.email)).filter(({ subject }) => subject.includes('desk of'))
  const declare = () => waitingDeclaration(site, randomUUID())
  /** The next day at 6:30 in the seller's zone, or so many hours later. */
  const dayAfter = (hours = 0) => {
    const now = site.clock.now()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 5, 30)
    site.clock.advanceBusiness({ seconds: (next - now.getTime()) / 1000 + hours * 3600 })
  }
  const told = async () => {
    await mailToday(from(7))
    return (await mails()).length
  }

  test('comes once a day from its hour on, by whichever process looks first, and only if anything is new', async () => {
    await emptyTables(site.db, 'mail', 'declaration', 'film_job', 'payment_notice')
    dayAfter()
    expect(await told()).toBe(0)
    dayAfter(1)
    // nothing waits
    expect(await told()).toBe(0)
    await declare()
    await declare()
    // the look of this day is over
    expect(await told()).toBe(0)
    dayAfter()
    expect(await told()).toBe(0)
    site.clock.advanceBusiness({ seconds: 3600 })
    await Promise.all([mailToday(from(7)), mailToday(from(7)), mailToday(from(7))])
    expect(await told()).toBe(1)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Waiting at the desk of Lectern: 2')
    expect(mail?.text).toContain('Cancellations and withdrawals to decide: 2')
    expect(mail?.text).not.toContain('Nobody Known')
    dayAfter(2)
    // the same two
    expect(await told()).toBe(1)
    await declare()
    dayAfter(2)
    expect(await told()).toBe(2)
    // one of them was decided, and another arrived
    await emptyTables(site.db, 'declaration')
    for (let n = 0; n < 3; n += 1) await declare()
    dayAfter(2)
    expect(await told()).toBe(3)
  })

  test('is German for an admin who reads German, and none where it is switched off', async () => {
    await declare()
    dayAfter(2)
    await mailToday(from(undefined))
    expect((await mails()).length).toBe(3)
    await inTransaction(site.db, (trx) => storeUserLanguage(trx, theAdmin.userId, 'de'))
    await mailToday(from(7))
    expect((await mailsTo(site, theAdmin.email)).map(({ subject }) => subject)).toContain(
      'In der Verwaltung von Lectern wartet etwas: 4',
    )
  })
})
