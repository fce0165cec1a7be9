import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { webhookData } from '#contract/webhooks/webhook-bodies.ts'
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { deleteAccount, deleteUsers } from '#server/business/own-data/purged-tables.store.ts'
import { countWebhooks } from '#server/front/metrics/site-metrics.store.ts'
import { sendDueWebhooks } from '#server/front/webhooks/send-due-webhooks.ts'
import { claimDeliveries, noteEvent, resealWebhookSecrets } from '#server/front/webhooks/webhook.store.ts'
import { webhookUpkeep } from '#server/front/webhooks/webhook-upkeep.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  adminRecoveryCodes,
  auditOf,
  expiredOwner,
  sellingSite,
  signedInAdmin,
  theAdmin,
} from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { seedAccount } from '#support/seeded-account.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { storeInvoice } from '#support/stored/money.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { someAttempt, someCharge, someRefund } from '#support/stored/some-rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

type Received = { readonly headers: IncomingMessage['headers']; readonly body: string }

const { password } = theAdmin
const site = testApp({ settings: { ...sellingSite, WEBHOOKS_TO_LOOPBACK: '1', RATE_LIMITS: '1000' } })
let admin: TestClient
let receiver: Server
let url: string
let received: Received[]
/** What the receiver answers; `hang` closes the connection. */
let answer: { status: number; headers?: Record<string, string>; text?: string } | 'hang'
/** What happens while the receiver has a request, once. */
let meanwhile: (() => Promise<void>) | undefined
beforeAll(async () => {
  admin = await signedInAdmin(site)
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers, body })
    const during = meanwhile
    meanwhile = undefined
    await during?.()
    if (answer === 'hang') request.socket.destroy()
    else response.writeHead(answer.status, answer.headers).end(answer.text)
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => receiver.close())
beforeEach(async () => {
  received = []
  answer = { status: 204 }
  for (const { id } of (await shown()).endpoints)
    await admin.call(calls.deleteWebhook, { body: { id, ...(await proof()) } })
})

const shown = async () => (await admin.call(calls.webhooksAtDesk)).body
const deliveriesOf = async (id: string) =>
  (await admin.call(calls.webhookDeliveries, { params: { id } })).body.deliveries
const happen = (type = 'account.changed', data: Record<string, unknown> = { accountId: 'a' }) =>
  inTransaction(site.db, (trx) => noteEvent(trx, type, data))
const send = () => sendDueWebhooks(site.services)
const ids = () => received.map(({ headers }) => headers['webhook-id'])

/** The password, and a recovery code that was not used before. */
const proof = async () => ({ password, code: (await adminRecoveryCodes(site))[0] ?? '' })

async function add(events: readonly (typeof webhookEvents)[number][] = ['account.changed']) {
  const reply = await admin.call(calls.addWebhook, { body: { url, events: [...events], ...(await proof()) } })
  expect(reply.status).toBe(200)
  return reply.body
}

test('an event is signed so that another implementation verifies it, with both secrets while one is changed', async () => {
  const { id, secret } = await add()
  await happen()
  await happen('user.added')
  await send()
  expect(received).toHaveLength(1)
  const [{ headers, body } = expect.fail('nothing came')] = received
  // another implementation signs the same
  const verified = (by: string, one = { headers, body }) => {
    const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(one.headers[`webhook-${name}`]),
    )
    expect(seconds).toBe(String(Math.floor(site.clock.real().getTime() / 1_000)))
    return signatures?.split(' ').includes(new Webhook(by).sign(String(id), site.clock.real(), one.body))
  }
  expect(verified(secret)).toBe(true)
  expect(JSON.parse(body)).toEqual({
    type: 'account.changed',
    timestamp: site.clock.now().toISOString(),
    data: { accountId: 'a' },
  })
  const { secret: renewed } = (
    await admin.call(calls.renewWebhookSecret, { body: { id, ...(await proof()) } })
  ).body
  expect((await shown()).endpoints[0]?.formerSecretUntil).not.toBeNull()
  await happen()
  await send()
  const [, both = expect.fail('the second did not come')] = received
  expect([secret, renewed].map((one) => verified(one, both))).toEqual([true, true])
  site.clock.advanceReal({ hours: 24 })
  admin = await signedInAdmin(site)
  await happen()
  await send()
  const [, , later = expect.fail('the third did not come')] = received
  expect([secret, renewed].map((one) => verified(one, later))).toEqual([false, true])
})

test('a receiver that is down for a day gets each event once, with its first id, on the schedule of Standard Webhooks', async () => {
  const { id } = await add()
  const began = site.clock.real().getTime()
  const hoursGone = () => (site.clock.real().getTime() - began) / 3_600_000
  const attempts = new Map<string, { at: number; taken: boolean }[]>()
  const sendNoting = async () => {
    received = []
    await send()
    for (const { headers } of received) {
      const known = attempts.get(String(headers['webhook-id'])) ?? []
      const at = Number(headers['webhook-timestamp'])
      attempts.set(String(headers['webhook-id']), [...known, { at, taken: answer !== 'hang' }])
    }
    return received.length
  }
  const nextDue = async () => {
    const due = (await allRows(site.db, 'webhook_delivery')).filter(({ state }) => state === 'waiting')
    return due.map(({ next_attempt_at }) => next_attempt_at.getTime()).sort((a, b) => a - b)[0]
  }
  const happened = [{ accountId: 'one' }, { accountId: 'two' }]
  for (const data of happened) await happen('account.changed', data)
  answer = 'hang'
  await sendNoting()
  for (let due = await nextDue(); due !== undefined; due = await nextDue()) {
    if (hoursGone() > 5 && happened.length === 2) {
      happened.push({ accountId: 'three' })
      await happen('account.changed', happened[2])
      await sendNoting()
      continue
    }
    site.clock.advanceReal({ seconds: (due - site.clock.real().getTime()) / 1_000 - 1 })
    expect(await sendNoting()).toBe(0)
    if (hoursGone() > 24) answer = { status: 200, text: 'than\0ks' }
    site.clock.advanceReal({ seconds: 1 })
    expect(await sendNoting()).toBeGreaterThan(0)
  }
  const hour = 3_600
  const waits = [5, 300, hour / 2, ...[2, 5, 10, 14, 20].map((hours) => hours * hour)]
  expect(attempts.size).toBe(happened.length)
  for (const made of attempts.values()) {
    expect(made.map(({ taken }) => taken)).toEqual(made.map((_, place) => place === made.length - 1))
    for (const [place, { at }] of made.slice(1).entries()) {
      const [wait = 0, before = 0] = [waits[place], made[place]?.at]
      expect(at - before).toBeGreaterThanOrEqual(wait - 1)
      expect(at - before).toBeLessThanOrEqual(wait * 1.1 + 2)
    }
  }
  admin = await signedInAdmin(site)
  expect(await deliveriesOf(id)).toMatchObject(
    [7, 8, 8].map((count) => ({ state: 'delivered', attempts: count, status: 200, reply: 'thanks' })),
  )
})

test('a new APP_SECRET keeps the secret; of one that nothing opens the desk says what to do, and nothing is lost', async () => {
  const { id, secret } = await add()
  const { config } = site.services
  const changed = {
    ...config,
    appSecret: 'another-by-far:W3v8mQ1xR6bT2nW9pZ4c',
    previousAppSecret: undefined,
  }
  const isSignedBy = (by: string) => {
    const { headers, body } = received.at(-1) ?? expect.fail('nothing came')
    const signed = new Webhook(by).sign(String(headers['webhook-id']), site.clock.real(), body)
    return headers['webhook-signature'] === signed
  }
  await resealWebhookSecrets(site.db, { ...changed, previousAppSecret: config.appSecret })
  await happen()
  await sendDueWebhooks({ ...site.services, config: changed })
  expect(isSignedBy(secret)).toBe(true)
  // the secret of before opens it no longer, and sealing anew leaves it as it is
  await resealWebhookSecrets(site.db, config)
  await happen()
  await send()
  expect(received).toHaveLength(1)
  const [waiting] = await deliveriesOf(id)
  expect(waiting).toMatchObject({
    state: 'waiting',
    attempts: 1,
    problem: expect.stringContaining('APP_SECRET'),
  })
  const { secret: renewed } = (
    await admin.call(calls.renewWebhookSecret, { body: { id, ...(await proof()) } })
  ).body
  site.clock.advanceReal({ seconds: 6 })
  await send()
  expect([ids()[1], isSignedBy(renewed)]).toEqual([waiting?.messageId, true])
})

test('after ten attempts it is given up, the endpoint is switched off, and the admin is mailed once', async () => {
  const { id } = await add()
  await happen()
  await happen()
  answer = { status: 302, headers: { location: '/elsewhere' } }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await send()
    site.clock.advanceReal({ hours: 27 })
  }
  expect(received).toHaveLength(20)
  const last = new Date(site.clock.real().getTime() - 27 * 3_600_000)
  expect(await countWebhooks(site.db, last)).toEqual([{ label: 'given-up', value: 2 }])
  expect(await countWebhooks(site.db, site.clock.real())).toEqual([])
  admin = await signedInAdmin(site)
  expect((await shown()).endpoints).toMatchObject([{ active: false, switchedOff: 'given-up', waiting: 0 }])
  const [first = expect.fail('no delivery')] = await deliveriesOf(id)
  expect(first).toMatchObject({ state: 'given-up', attempts: 10, status: 302 })
  const mails = await mailsTo(site, theAdmin.email)
  expect(mails.filter(({ subject }) => subject.includes('was switched off'))).toHaveLength(1)
  const again = () => admin.call(calls.resendWebhook, { body: { id: first.id, password } })
  expect((await again()).problem?.code).toBe('webhook-off')
  const change = { id, url, events: ['account.changed' as const], active: true, ...(await proof()) }
  expect((await admin.call(calls.changeWebhook, { body: change })).status).toBe(200)
  answer = { status: 200 }
  received = []
  expect((await again()).status).toBe(200)
  await send()
  expect(ids()).toEqual([first.messageId])
  site.clock.advanceReal({ hours: 31 * 24 })
  for (const step of webhookUpkeep) await step.run(site.services, { atStart: false })
  admin = await signedInAdmin(site)
  expect(await deliveriesOf(id)).toEqual([])
})

test('410 switches off at once; 429 slows down for as long as it asks; a private address is given no connection', async () => {
  const gone = await add()
  answer = { status: 500 }
  await happen()
  await send()
  answer = { status: 410 }
  await happen()
  await send()
  const switchedOff = { id: gone.id, active: false, switchedOff: 'gone', waiting: 0 }
  expect((await shown()).endpoints).toMatchObject([switchedOff])
  await admin.call(calls.deleteWebhook, { body: { id: gone.id, ...(await proof()) } })
  await add()
  answer = { status: 429, headers: { 'retry-after': '120' } }
  await happen()
  await send()
  received = []
  await happen()
  site.clock.advanceReal({ seconds: 119 })
  await send()
  expect(received).toEqual([])
  answer = { status: 200 }
  site.clock.advanceReal({ seconds: 2 })
  await send()
  expect(received).toHaveLength(2)
  // without WEBHOOKS_TO_LOOPBACK this machine is private, too
  received = []
  site.clock.advanceReal({ seconds: 1 })
  await happen()
  const elsewhere = { ...site.services.config, webhooksToLoopback: false }
  await sendDueWebhooks({ ...site.services, config: elsewhere })
  expect(received).toEqual([])
  expect((await shown()).endpoints[0]?.last?.problem).toBe('A private address')
  for (const refused of ['http://93.184.215.14/', 'https://10.0.0.1/', 'https://ada:x@example.org/', 'x'])
    expect(
      (
        await admin.call(calls.addWebhook, {
          body: { url: refused, events: ['user.added'], ...(await proof()) },
        })
      ).problem?.errors,
    ).toHaveProperty('url')
})

test('a delivery of a process that died is sent by the next, with the same id', async () => {
  const { id } = await add()
  await happen()
  answer = 'hang'
  await send()
  site.clock.advanceReal({ minutes: 1 })
  // sent, and killed before the outcome was stored
  const now = site.clock.real()
  const heldUntil = new Date(now.getTime() + 60_000)
  const [held] = await claimDeliveries(site.db, { endpointId: id, now, heldUntil, limit: 5 })
  answer = { status: 200 }
  received = []
  await send()
  expect(received).toEqual([])
  site.clock.advanceReal({ seconds: 61 })
  await send()
  expect(ids()).toEqual([held?.message_id])
})

test('while an attempt runs nobody else makes one; after a minute another does, and its outcome stays', async () => {
  const { id } = await add()
  await add(['user.added'])
  await happen()
  meanwhile = async () => {
    await send()
    site.clock.advanceReal({ seconds: 61 })
    answer = { status: 200 }
    await send()
    answer = { status: 500 }
  }
  await send()
  expect(received).toHaveLength(2)
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }])
})

test('changes write their events in their own transaction, without names or addresses', async () => {
  await add(['account.changed', 'user.changed'])
  // what earlier tests have left there
  await site.services.queue.drain()
  const { accountId, userId, email } = expiredOwner
  await inTransaction(site.db, async (trx) => {
    await trx.updateTable('account').set({ vat_id: 'ATU12345675' }).where('id', '=', accountId).execute()
    await trx.updateTable('account_user').set({ name: 'Renamed Person' }).where('id', '=', userId).execute()
  })
  await inTransaction(site.db, async (trx) => {
    await trx.updateTable('account').set({ vat_id: 'DE123456789' }).where('id', '=', accountId).execute()
    throw new Error('undone')
  }).catch(() => undefined)
  // what runs each minute, without anybody's call
  await webhookUpkeep
    .find(({ name }) => name === 'look-for-waiting-webhooks')
    ?.run(site.services, { atStart: false })
  await site.services.queue.drain()
  const sent = received.map(({ body }) => JSON.parse(body))
  // sent in parallel
  expect(sent.map(({ type, data }) => [type, data.accountId]).sort()).toEqual([
    ['account.changed', accountId],
    ['user.changed', accountId],
  ])
  expect(JSON.stringify(sent)).not.toMatch(/Renamed|ATU/)
  expect(JSON.stringify(sent)).not.toContain(email)
})

test('every event of the catalogue is written by the change that it reports, without a word of the person', async () => {
  const { services, clock } = site
  const run = (text: string, ...values: unknown[]) => services.database.pool.query(text, values)
  const announce = () =>
    webhookUpkeep.find(({ name }) => name === 'announce-videos')?.run(services, { atStart: false })
  await add(webhookEvents)
  await storeCategory(site.db, 'react')
  await storeVideo(site.db, 'older', { category_id: 'react' })
  await storeVideo(site.db, 'coming', { category_id: 'react', published_on: '2027-01-01' })
  // as on the first run; earlier tests have made it already
  await run("delete from setting where name = 'announced-videos'")
  await announce()
  const word = 'zwetschge'
  const { id, owner, member } = await seedAccount(site, word)
  const video = `video-${word}`
  await run("update account set country = 'AT' where id = $1", id)
  await run('update account_user set name = $2 where id = $1', owner.id, `Other ${word}`)
  for (const status of ['active', 'cancelled'])
    await run('update subscription set status = $2 where account_id = $1', id, status)
  const charge = someCharge({ account_id: id, state: 'submitted', settled_at: null })
  await storeRow(site.db, 'charge', charge)
  for (const state of ['needs-action', 'declined', 'succeeded'])
    await run('update charge set state = $2 where id = $1', charge.id, state)
  const attempt = someAttempt({ charge_id: charge.id })
  await storeRow(site.db, 'charge_attempt', attempt)
  await storeRow(site.db, 'refund', someRefund({ charge_id: charge.id, attempt_id: attempt.id }))
  await storeInvoice(site.db, {
    id: randomUUID(),
    number: 'RE-1',
    kind: 'invoice',
    account_id: id,
    charge_id: charge.id,
    corrects: null,
    issued_on: '2026-11-03',
    net_cents: 1000,
    vat_cents: 190,
    gross_cents: 1190,
    facts: JSON.stringify({ buyer: word }),
    effect_key: word,
    created_at: clock.now(),
  })
  for (const state of ['placed', 'packed', 'shipped', 'delivered', 'returned', 'cancelled', 'paid'])
    await run('update shop_order set state = $2 where user_id = $1', owner.id, state)
  await announce()
  await run("update video set title = 'Other' where id = $1", video)
  for (const at of [clock.now(), null])
    await run('update video set deleted_at = $2, withdrawn_at = $2 where id = $1', video, at)
  await inTransaction(site.db, async (trx) => {
    await deleteUsers(trx, [owner.id, member.id])
    await deleteAccount(trx, id)
  })
  const { rows } = await run('select type, data from webhook_event order by position')
  expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...webhookEvents].sort())
  for (const { type, data } of rows)
    expect([type, webhookData[type as WebhookEvent].safeParse(data).error]).toEqual([type, undefined])
  // not what was public before, or is not yet
  const announced = rows.filter(({ type }) => type === 'video.published')
  expect(announced.map(({ data }) => data.videoId)).toEqual([video])
  const told = rows.map(({ data }) => JSON.stringify(data).replaceAll(video, ''))
  expect(told.filter((data) => data.includes(word))).toEqual([])
  const paid = rows.find(({ type }) => type === 'payment.succeeded')
  expect(paid?.data).toEqual({
    chargeId: charge.id,
    accountId: id,
    orderId: null,
    state: 'succeeded',
    grossCents: 1190,
  })
  // of an order, the charge has the id of the order in place of an account's
  const orderId = randomUUID()
  const purpose = JSON.stringify({ kind: 'order', orderId })
  await storeRow(site.db, 'charge', someCharge({ account_id: orderId, purpose }))
  const { rows: last } = await run('select data from webhook_event order by position desc limit 1')
  expect(last[0]?.data).toMatchObject({ accountId: null, orderId })
  await run('delete from webhook_event')
})

test('a test is sent once, and its answer is said; changes leave one entry of the audit log each', async () => {
  const before = (await auditOf(site)).length
  const { id, secret } = await add()
  answer = { status: 500, text: 'broken' }
  const tried = await admin.call(calls.testWebhook, { body: { id, password } })
  expect(tried.body).toEqual({ delivered: false, status: 500, problem: null })
  await send()
  expect(received).toHaveLength(1)
  await happen()
  await send()
  expect((await shown()).endpoints).toMatchObject([{ waiting: 1 }])
  await admin.call(calls.changeWebhook, {
    body: { id, url, events: ['user.added'], active: false, ...(await proof()) },
  })
  expect((await shown()).endpoints).toMatchObject([{ active: false, waiting: 0 }])
  await admin.call(calls.renewWebhookSecret, { body: { id, ...(await proof()) } })
  const wrong = { ...(await proof()), code: '000000' }
  expect((await admin.call(calls.deleteWebhook, { body: { id, ...wrong } })).problem?.code).toBe(
    'second-factor-failed',
  )
  await admin.call(calls.deleteWebhook, { body: { id, ...(await proof()) } })
  const entries = (await auditOf(site)).slice(before)
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook-added',
    'webhook-tested',
    'webhook-changed',
    'webhook-secret-renewed',
    'webhook-deleted',
  ])
  expect(JSON.stringify(entries)).not.toContain(secret.slice(6))
})

test('there are ten at most', async () => {
  for (let count = 0; count < 10; count += 1) await add()
  const body = { url, events: ['user.added' as const], ...(await proof()) }
  expect((await admin.call(calls.addWebhook, { body })).problem?.code).toBe('webhooks-full')
})
