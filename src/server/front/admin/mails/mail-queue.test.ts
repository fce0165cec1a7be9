import { beforeEach, describe, expect, test } from 'vitest'
import type { MailFilter } from '#contract/admin/admin-mail-calls.ts'
import { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)
beforeEach(() => emptyTables(site.db, 'mail', 'mail_pause'))

const put = (to: string) => {
  const { services } = site
  const content = alreadyRegisteredMail({ email: to }, services.config, 'en')
  const order = { effectKey: to, template: 'already-registered', to, content } as const
  return inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
}
const send = (delivery: Delivery) =>
  sendDueMails({ ...site.services, mail: { deliver: async () => delivery } })
const queue = async (query: MailFilter = {}) =>
  (await admin.call(calls.mailQueue, { query: query as Record<string, string> })).body
const listed = (page?: string) => queue({ state: 'undelivered', ...(page !== undefined && { page }) })
const putOff: Delivery = { outcome: 'refused', forGood: false, reason: '450 try again later' }

test('a deferred mail is listed with the last answer and its next attempt, until it is delivered', async () => {
  await put('ada@school.example')
  expect(await listed()).toEqual({ count: 0, mails: [] })
  const writtenAt = site.clock.now().toISOString()
  await send(putOff)
  const nextAttemptAt = new Date(site.clock.real().getTime() + 30_000).toISOString()
  expect(await listed()).toEqual({
    count: 1,
    mails: [
      {
        id: expect.any(String),
        recipient: 'ada@school.example',
        subject: 'You already have an account at Lectern',
        state: 'put-off',
        writtenAt,
        attempts: 1,
        nextAttemptAt,
        endedAt: null,
        lastAnswer: '450 try again later',
        maySendAgain: false,
        mayGoElsewhere: false,
      },
    ],
  })
  site.clock.advanceReal({ minutes: 1 })
  await send({ outcome: 'delivered' })
  expect(await listed()).toEqual({ count: 0, mails: [] })
})

test('one that is refused for good stays, without a next attempt', async () => {
  await put('nobody@school.example')
  await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
  const endedAt = site.clock.now().toISOString()
  expect((await listed()).mails).toMatchObject([
    {
      state: 'refused',
      attempts: 1,
      nextAttemptAt: null,
      endedAt,
      lastAnswer: '550 no such user',
      maySendAgain: true,
    },
  ])
})

test('so does one that was given up after 5 days', async () => {
  await put('ada@hang.example')
  await send(putOff)
  site.clock.advanceReal({ minutes: 1 })
  // the admin's session does not last that long
  const since = new Date(site.clock.real().getTime() - 5 * 86_400_000)
  await site.db.updateTable('mail').set({ put_off_since: since }).execute()
  await send(putOff)
  expect((await listed()).mails).toMatchObject([
    {
      state: 'given-up',
      attempts: 2,
      nextAttemptAt: null,
      endedAt: expect.any(String),
      lastAnswer: '450 try again later',
    },
  ])
})

test('mails that wait for a host are listed with the end of its pause, those never tried too', async () => {
  const silent: Delivery = { outcome: 'silent', reason: 'Timeout' }
  for (const name of ['ada', 'bob', 'eve']) await put(`${name}@hang.example`)
  await send(silent)
  const { mails } = await listed()
  const pauseEnds = new Date(site.clock.real().getTime() + 60_000).toISOString()
  expect(mails.map(({ recipient, attempts, nextAttemptAt }) => [recipient, attempts, nextAttemptAt])).toEqual(
    [
      ['eve@hang.example', 0, pauseEnds],
      ['bob@hang.example', 1, pauseEnds],
      ['ada@hang.example', 1, pauseEnds],
    ],
  )
})

test('there are ten on a page, newest first', async () => {
  for (let n = 1; n <= 12; n += 1) {
    await put(`viewer${n}@school.example`)
    await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
    site.clock.advance({ seconds: 1 })
  }
  const [first, second] = [await listed(), await listed('1')]
  expect([first.count, second.count]).toEqual([12, 12])
  const recipients = [...first.mails, ...second.mails].map(({ recipient }) => recipient)
  expect(recipients).toEqual(Array.from({ length: 12 }, (_, n) => `viewer${12 - n}@school.example`))
  expect(second.mails).toHaveLength(2)
})

test('one whose recipient was deleted is not listed', async () => {
  await put('gone@school.example')
  await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
  await site.db.updateTable('mail').set({ recipient: '' }).execute()
  expect(await listed()).toEqual({ count: 0, mails: [] })
})

test('mails are found by recipient or subject, and filtered by what became of them', async () => {
  const recipients = async (query: MailFilter) => (await queue(query)).mails.map(({ recipient }) => recipient)
  await put('ada@school.example')
  await send({ outcome: 'delivered' })
  await put('bob@school.example')
  await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
  await put('eve@school.example')
  expect(await recipients({})).toEqual(['eve@school.example', 'bob@school.example', 'ada@school.example'])
  expect(await recipients({ state: 'delivered' })).toEqual(['ada@school.example'])
  expect(await recipients({ state: 'waiting' })).toEqual(['eve@school.example'])
  expect(await recipients({ state: 'refused' })).toEqual(['bob@school.example'])
  expect(await recipients({ search: ' EVE@' })).toEqual(['eve@school.example'])
  expect(await recipients({ search: 'already have', state: 'refused' })).toEqual(['bob@school.example'])
  expect(await recipients({ search: '%' })).toEqual([])
  expect((await queue({ state: 'delivered' })).mails).toMatchObject([
    { state: 'delivered', nextAttemptAt: null, endedAt: expect.any(String), lastAnswer: null },
  ])
})

describe('a mail is sent again', () => {
  const again = (mailId: string, to?: string) =>
    admin.call(calls.sendMailAgain, {
      body: { mailId, ...(to !== undefined && { to }), password: theAdmin.password },
    })
  const only = async () => {
    const { mails } = await queue()
    return mails[0] ?? expect.fail('there is no mail')
  }

  test('to its own address, with an entry of the audit log', async () => {
    await put('bob@school.example')
    await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
    const { id } = await only()
    expect((await again(id)).status).toBe(200)
    expect(await only()).toMatchObject({ id, state: 'waiting', attempts: 0 })
    expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'mail-sent-again', target: id })
    expect((await again(id)).problem?.code).toBe('mail-not-again')
    expect((await again(theAdmin.userId)).status).toBe(404)
  })

  test('to another address only if it lets nobody log in', async () => {
    await put('bob@school.example')
    await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
    const { id } = await only()
    const refusedMail = { id, recipient: 'bob@school.example', state: 'refused' }
    expect((await again(id, 'eve@school.example')).problem?.code).toBe('mail-not-elsewhere')
    expect(await only()).toMatchObject(refusedMail)
    await site.db.updateTable('mail').set({ template: 'order' }).execute()
    expect((await again(id, 'eve@x, bob@y')).problem?.code).toBe('invalid')
    expect(await only()).toMatchObject({ ...refusedMail, mayGoElsewhere: true })
    expect((await again(id, ' Eve@Müller.example ')).status).toBe(200)
    const sent: string[] = []
    const deliver = async ({ to }: { to: string }) => {
      sent.push(to)
      return { outcome: 'delivered' } as const
    }
    await sendDueMails({ ...site.services, mail: { deliver } })
    expect(sent).toEqual(['Eve@xn--mller-kva.example'])
    expect(JSON.stringify((await auditOf(site)).at(-1))).not.toContain('xn--')
  })
})
