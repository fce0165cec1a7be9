import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { decideNewsletter } from '#server/identity/accounts/newsletter-consent.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import type { Delivery, OutgoingMail } from '#server/platform/outside/mail.ts'
import { auditOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import { seedPayers } from '#support/payers.ts'
import { markAllConfirmed } from '#support/stored/contacts.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { broadcastUpkeep } from './send-broadcasts.ts'

const site = testApp({ settings: { MAIL_PER_HOUR: '1200' } })
let admin: TestClient
let people: Awaited<ReturnType<typeof seedPayers>>
beforeEach(async () => {
  admin = await signedInAdmin(site)
  await emptyTables(site.db, 'mail', 'mail_pause', 'broadcast', 'newsletter_consent')
  await site.db.updateTable('account').set({ newsletter: false }).execute()
  people = await seedPayers(site.services.database, 30)
  await site.db
    .updateTable('account')
    .set({ created_at: new Date('2020-01-01') })
    .execute()
  await markAllConfirmed(site.db, new Date('2020-01-01'))
  for (const { accountId } of people) await decide(accountId, 'Tell me the news.')
})

const decide = (accountId: string, text?: string) =>
  inTransaction(site.db, (trx) =>
    decideNewsletter(trx, {
      id: randomUUID(),
      accountId,
      at: site.clock.now(),
      means: 'profile',
      ...(text !== undefined && { text }),
    }),
  )
const letter = {
  kind: 'newsletter' as const,
  language: 'en' as const,
  subject: 'Three new videos',
  text: 'Hello **there**, see [them](/content).',
  toLanguage: null,
  toStatus: null,
}
const order = (change: object = {}) =>
  admin.call(calls.orderBroadcast, {
    body: { ...letter, at: null, password: theAdmin.password, ...change },
  })
const minute = async () => {
  await broadcastUpkeep[0]?.run(site.services, { atStart: false })
}
const mailed: OutgoingMail[] = []
const send = (answer: (mail: OutgoingMail) => Delivery = () => ({ outcome: 'delivered' })) => {
  const deliver = async (mail: OutgoingMail) => {
    mailed.push(mail)
    return answer(mail)
  }
  return sendDueMails({ ...site.services, mail: { deliver } })
}
beforeEach(() => {
  mailed.length = 0
})
const only = async () => {
  const { broadcasts } = (await admin.call(calls.broadcasts, { query: {} })).body
  return broadcasts[0] ?? expect.fail('there is no broadcast')
}
const emails = () => people.map(({ email }) => email).toSorted()

test('a newsletter goes to each subscriber once, a sixtieth of the hour each minute, and can be unsubscribed from', async () => {
  expect((await order()).status).toBe(200)
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'broadcast-ordered' })
  await minute()
  await send()
  expect(mailed).toHaveLength(20)
  const [gone] = people.filter(({ email }) => !mailed.some(({ to }) => to === email))
  await decide(gone?.accountId ?? '')
  await minute()
  await send()
  await minute()
  await minute()
  expect(mailed.map(({ to }) => to).toSorted()).toEqual(emails().filter((email) => email !== gone?.email))
  const [first] = mailed
  expect(first).toMatchObject({ subject: letter.subject, onlyOnce: true })
  expect(first?.html).toContain('<strong>there</strong>')
  expect(first?.html).toContain(`href="${site.services.config.baseUrl.origin}/content"`)
  const token = new URL(first?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  expect((await site.client().call(calls.unsubscribe, { query: { token } })).status).toBe(200)
  expect(await only()).toMatchObject({ state: 'sent', recipients: 30, sent: 29, refused: 0, unsubscribed: 1 })
})

test('one who unsubscribes while the mail waits gets none', async () => {
  await order()
  await minute()
  for (const { accountId } of people) await decide(accountId)
  await send()
  await minute()
  expect([mailed, (await only()).state]).toEqual([[], 'sent'])
})

test('a notice has no link to unsubscribe, and goes to those whose subscription has the chosen status', async () => {
  const { body } = await admin.call(calls.previewBroadcast, {
    body: { ...letter, kind: 'contract', toStatus: 'none' },
  })
  expect(body.recipients).toBeGreaterThanOrEqual(30)
  expect(body.note).toContain('no advertising')
  expect((await order({ kind: 'contract', toStatus: 'prepaid', toLanguage: 'de' })).problem?.code).toBe(
    'broadcast-without-recipients',
  )
  await order({ kind: 'contract', toStatus: 'none' })
  await minute()
  // a notice has nothing to do with the newsletter
  for (const { accountId } of people) await decide(accountId)
  await send()
  expect(mailed.length).toBeGreaterThan(0)
  expect(mailed.every(({ unsubscribeUrl }) => unsubscribeUrl === undefined)).toBe(true)
})

test('it begins at its hour in the zone of the seller', async () => {
  const { clock } = site
  const day = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  await order({ at: { day, time: '00:30' } })
  const { sendAt, state } = await only()
  expect([state, new Date(sendAt).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin' })]).toEqual([
    'scheduled',
    '00:30:00',
  ])
  await minute()
  await send()
  expect(mailed).toEqual([])
})

test('what may have been taken is not sent again: an answer that never came, and a process that ended', async () => {
  await order()
  await minute()
  await send(({ to }) =>
    to === mailed[0]?.to
      ? { outcome: 'silent', reason: 'closed', handedOver: true }
      : { outcome: 'refused', forGood: false, reason: '450 later' },
  )
  const tried = mailed.length
  const lost = await site.db
    .updateTable('mail')
    .set({ taken_until: site.clock.real(), put_off_since: null })
    .where('failed_at', 'is', null)
    .where('recipient', '=', mailed[1]?.to ?? '')
    .execute()
  expect(lost).toHaveLength(1)
  await site.db.deleteFrom('mail_pause').execute()
  site.clock.advanceReal({ minutes: 4 })
  await send()
  const again = mailed.slice(tried).map(({ to }) => to)
  expect(again).not.toContain(mailed[0]?.to)
  expect(again).not.toContain(mailed[1]?.to)
  expect(again).toContain(mailed[2]?.to)
  expect(await only()).toMatchObject({ unknown: 2, refused: 0 })
  const { mails } = (await admin.call(calls.mailQueue, { query: { state: 'refused' } })).body
  expect(mails.map(({ state, maySendAgain }) => [state, maySendAgain])).toEqual([
    ['unknown', false],
    ['unknown', false],
  ])
})

test('more than 5 % refusals stop it, and an address that does not exist gets no more', async () => {
  await order()
  await minute()
  await send(({ to }) =>
    mailed.findIndex((mail) => mail.to === to) < 2
      ? { outcome: 'refused', forGood: true, reason: `550 5.1.1 <${to}> unknown` }
      : { outcome: 'delivered' },
  )
  await minute()
  await send()
  expect(await only()).toMatchObject({ state: 'stopped-refusals', sent: 18, refused: 2 })
  expect(mailed).toHaveLength(20)
  expect((await admin.call(calls.previewBroadcast, { body: letter })).body.recipients).toBe(28)
})

test('a stopped one sends nothing that waits', async () => {
  await order()
  await minute()
  const { id } = await only()
  const stop = () => admin.call(calls.stopBroadcast, { body: { id, password: theAdmin.password } })
  expect((await stop()).status).toBe(200)
  expect((await stop()).problem?.code).toBe('broadcast-ended')
  await minute()
  await send()
  expect([mailed, (await only()).state]).toEqual([[], 'stopped'])
})

test('a test goes to the admin alone', async () => {
  const { status } = await admin.call(calls.testBroadcast, {
    body: { ...letter, password: theAdmin.password },
  })
  expect(status).toBe(200)
  await send()
  expect(mailed.map(({ to, subject }) => [to, subject])).toEqual([[theAdmin.email, letter.subject]])
})

test('after 30 days the numbers stay, and who got it is forgotten', async () => {
  await order({ kind: 'newsletter' })
  for (let n = 0; n < 3; n += 1) {
    await minute()
    await send()
  }
  const before = await only()
  expect(before).toMatchObject({ state: 'sent', sent: 30 })
  await site.db
    .updateTable('broadcast')
    .set({ ended_at: new Date(site.clock.now().getTime() - 31 * 86_400_000) })
    .execute()
  await broadcastUpkeep[1]?.run(site.services, { atStart: false })
  expect(await only()).toEqual(before)
  expect(await site.db.selectFrom('mail').select('id').execute()).toEqual([])
})
