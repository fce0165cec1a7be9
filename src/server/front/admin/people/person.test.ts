import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import { auditOf, browserOf, expiredOwner, signedInAdmin, teamAccountId, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { payingOwner } from '#support/paying-team.ts'
import { paidOrder } from '#support/shopper.ts'
import { allInvoices } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const email = 'paula@history.example'
const { password } = theAdmin
let admin: TestClient
let payer: { accountId: string; userId: string; contactId: string }
const site = testApp()
beforeAll(async () => {
  await signedInAdmin(site)
  await payingOwner(site, email)
  payer = await personAt(site.db, email)
})
beforeEach(async () => {
  admin = await browserOf(site, theAdmin.userId)
})

type Group = 'money' | 'mail' | 'login' | 'change'
const history = async (group?: Group, page = '0', id = payer.accountId) => {
  const { status, body } = await admin.call(calls.accountHistory, {
    params: { id },
    query: { ...(group && { group }), page },
  })
  expect(status).toBe(200)
  return body
}
const login = async (id: string) => (await admin.call(calls.personLogin, { params: { id } })).body
const lastAudit = async () => (await auditOf(site)).at(-1)

test('the history has registration, mails, payments and logins, by kind and newest first', async () => {
  expect((await history('change')).entries.map(({ what }) => what).toSorted()).toEqual(
    expect.arrayContaining(['address-confirmed', 'registered']),
  )
  const [invoice] = (await allInvoices(site.db)).filter(({ account_id: id }) => id === payer.accountId)
  const money = (await history('money')).entries
  expect(money).toContainEqual(
    expect.objectContaining({ what: 'charge-succeeded', cents: invoice?.gross_cents, name: 'visa 4242' }),
  )
  expect(money).toContainEqual(
    expect.objectContaining({ what: 'invoice', name: invoice?.number, id: invoice?.id }),
  )
  expect((await history('login')).entries).toContainEqual(
    expect.objectContaining({ what: 'new-browser', name: 'Ada Lovelace' }),
  )
  expect((await history('mail')).entries.every(({ name }) => name === email)).toBe(true)
  const all = await history()
  const parts = await Promise.all((['money', 'mail', 'login', 'change'] as const).map((one) => history(one)))
  expect(all.count).toBe(parts.reduce((sum, { count }) => sum + count, 0))
  expect(all.entries).toHaveLength(10)
  const times = [...all.entries, ...(await history(undefined, '1')).entries].map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('orders are in the history and among the papers, whose PDF the admin gets', async () => {
  const orderId = await paidOrder(site, { userId: payer.userId })
  expect((await history('money')).entries).toContainEqual(
    expect.objectContaining({ what: 'order', id: orderId, cents: 1190 }),
  )
  const { body } = await admin.call(calls.accountPapers, { params: { id: payer.accountId }, query: {} })
  expect(body.count).toBe(3)
  expect(body.papers.map(({ kind }) => kind).toSorted()).toEqual(['invoice', 'invoice', 'order'])
  const invoice = body.papers.find(({ kind }) => kind === 'invoice')
  const pdf = await admin.call(calls.paperPdf, { params: { id: invoice?.id ?? '' } })
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await admin.call(calls.paperPdf, { params: { id: randomUUID() } })).status).toBe(404)
})

test('an account has nothing of another one', async () => {
  const others = await history(undefined, '0', teamAccountId)
  expect(JSON.stringify(others)).not.toContain(email)
  const id = randomUUID()
  for (const call of [calls.accountHistory, calls.accountPapers])
    expect((await admin.call(call, { params: { id }, query: {} })).status).toBe(404)
  expect((await admin.call(calls.personLogin, { params: { id } })).status).toBe(404)
})

test('one session is ended, with an entry in the audit log, which the history shows', async () => {
  for (const _ of [1, 2]) await browserOf(site, payer.userId)
  // by the id of the contact as well
  const [session] = (await login(payer.contactId)).sessions
  const body = { id: payer.accountId, sessionId: session?.id ?? '', password }
  // of somebody else
  const foreign = { ...body, id: expiredOwner.accountId }
  expect((await admin.call(calls.endUserSession, { body: foreign })).status).toBe(404)
  const left = (await login(payer.accountId)).sessions.length
  expect((await admin.call(calls.endUserSession, { body })).status).toBe(200)
  const after = (await login(payer.accountId)).sessions
  expect(after).toHaveLength(left - 1)
  expect(after.map(({ id }) => id)).not.toContain(session?.id)
  expect(await lastAudit()).toMatchObject({ action: 'session-ended', target: payer.accountId })
  expect((await history('change')).entries).toContainEqual(
    expect.objectContaining({ what: 'audit', note: 'session-ended', name: theAdmin.name }),
  )
  expect((await admin.call(calls.endUserSession, { body })).status).toBe(404)
})

test("the admin's session in an account is not listed there, and cannot be ended there", async () => {
  const switching = await browserOf(site, theAdmin.userId)
  const before = (await login(payer.accountId)).sessions.length
  await switching.call(calls.switchInto, { body: { id: payer.accountId, password } })
  expect((await login(payer.accountId)).sessions).toHaveLength(before)
  const row = await site.db
    .selectFrom('session')
    .select('id')
    .where('switched_from', 'is not', null)
    .executeTakeFirstOrThrow()
  const body = { id: payer.accountId, sessionId: row.id, password }
  expect((await admin.call(calls.endUserSession, { body })).status).toBe(404)
})

test('a login that is locked by wrong passwords is released, and the user told', async () => {
  const guess = async () => {
    const stranger = site.client()
    const body = { email, password: 'guessed wrong', staySignedIn: false }
    return (await stranger.call(calls.login, { body })).status
  }
  const statuses = []
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push(await guess())
  expect(statuses.at(-1)).toBe(429)
  expect((await login(payer.accountId)).lockedSeconds).toBeGreaterThan(0)
  const before = (await mailsTo(site, email)).length
  expect((await admin.call(calls.releaseLogin, { body: { id: payer.accountId, password } })).status).toBe(200)
  expect((await login(payer.accountId)).lockedSeconds).toBe(0)
  expect(await guess()).toBe(401)
  expect(await mailsTo(site, email)).toHaveLength(before + 1)
  expect(await lastAudit()).toMatchObject({ action: 'login-released', target: payer.accountId })
})

const send = (delivery: Delivery) =>
  sendDueMails({ ...site.services, mail: { deliver: async () => delivery } })
const mails = async () => (await history('mail')).entries

test('a refused mail is sent again as it is, and a delivered one with a new link or the invoice', async () => {
  await emptyTables(site.db, 'mail', 'mail_pause')
  await site.client().call(calls.requestReset, { body: { email } })
  const [waiting] = await mails()
  expect(waiting).toMatchObject({ state: 'waiting', maySendAgain: false })
  const again = (mailId = '', accountId = payer.accountId) =>
    admin.call(calls.sendMailAgain, { body: { accountId, mailId, password } })
  expect((await again(waiting?.id ?? '')).problem?.code).toBe('mail-not-again')
  await send({ outcome: 'refused', forGood: true, reason: '550 no such user' })
  const [refused] = await mails()
  expect(refused).toMatchObject({ id: waiting?.id, state: 'refused', maySendAgain: true })
  // another account's
  expect((await again(refused?.id ?? '', expiredOwner.accountId)).status).toBe(404)
  expect((await again(refused?.id ?? '')).status).toBe(200)
  expect(await lastAudit()).toMatchObject({ action: 'mail-sent-again', target: payer.accountId })
  await send({ outcome: 'delivered' })
  expect(await mails()).toMatchObject([{ id: waiting?.id, state: 'delivered', maySendAgain: true }])
  site.clock.advance({ seconds: 1 })
  expect((await again(waiting?.id ?? '')).status).toBe(200)
  expect(await mails()).toMatchObject([{ state: 'waiting' }, { id: waiting?.id, state: 'delivered' }])
  site.clock.advance({ seconds: 1 })
  expect((await again(waiting?.id ?? '')).status).toBe(200)
  expect((await again(waiting?.id ?? '')).problem?.code).toBe('too-many-requests')
})

test.each([calls.endUserSession, calls.releaseLogin, calls.sendMailAgain])(
  '$path is refused for others, without the password, and for the own account',
  async (call) => {
    const bodies = (accountId: string) => ({
      id: accountId,
      ...(call === calls.endUserSession && { sessionId: randomUUID() }),
    })
    const body =
      call === calls.sendMailAgain
        ? { accountId: payer.accountId, mailId: randomUUID() }
        : bodies(payer.accountId)
    const owner = await browserOf(site, expiredOwner.userId)
    expect((await owner.call(call as never, { body } as never)).status).toBe(403)
    expect((await admin.call(call as never, { body, csrf: 'none' } as never)).problem?.code).toBe('csrf')
    expect((await admin.call(call as never, { body } as never)).problem?.code).toBe('password-required')
    const wrong = { ...body, password: 'guessed' }
    expect((await admin.call(call as never, { body: wrong } as never)).problem?.code).toBe('wrong-password')
    if (call === calls.sendMailAgain) return
    const own = await admin.call(
      call as never,
      { body: { ...bodies(theAdmin.accountId), password } } as never,
    )
    expect(own.problem?.code).toBe('forbidden')
  },
)
