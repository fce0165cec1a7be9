import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { GiftArrangement } from '#contract/shop/shop.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { deleteUsers } from '#server/business/own-data/purged-tables.store.ts'
import { ordersSection } from '#server/business/own-data/user-sections.store.ts'
import { takeBackOrder } from '#server/business/shop/settle-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { attachmentNames, readSentMails } from '#server/platform/mail/mail.store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { mailsTo } from '#support/mails.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { checkoutWith, placeOrder, voucherOnSale } from '#support/shopper.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { giftUpkeep } from './send-gifts.ts'

const siteFolder = mkdtempSync(join(tmpdir(), 'lectern-gifts-'))
mkdirSync(join(siteFolder, 'pictures'))
const png = Buffer.from('89504e470d0a1a0a', 'hex')
for (const name of ['gift-tree.png', 'mug.png']) writeFileSync(join(siteFolder, 'pictures', name), png)
afterAll(() => rmSync(siteFolder, { recursive: true }))

const site = testApp({ settings: { RATE_LIMITS: '100000', SITE_DIR: siteFolder, TRIAL_DAYS: '0' } })
let buyer: TestClient
beforeEach(async () => {
  await site.startOver()
  await site.services.siteFiles.refresh()
  buyer = site.client()
})

const ada = 'ada@example.org'
const subject = 'A gift for you: Lectern'
const gift: GiftArrangement = {
  recipient: ada,
  day: '2026-12-24',
  message: 'Merry Christmas!\nYours, Bob.',
  picture: 'gift-tree.png',
}

async function buy(browser = buyer, number?: string) {
  const voucher = await voucherOnSale(site)
  const checkout = await checkoutWith(browser, 'giver@example.org', number)
  await placeOrder(browser, checkout, voucher, { quantity: 2 })
  const shown = async () =>
    (await browser.call(calls.order, { params: { id: checkout.id }, query: { key: checkout.key } })).body
      .order
  const { vouchers } = await shown()
  return { id: checkout.id, shown, codes: vouchers.map(({ code }) => code) }
}
const params = (id: string, position = '0') => ({ id, position })
const arrange = (id: string, change: Partial<GiftArrangement> = {}, browser = buyer) =>
  browser.call(calls.arrangeGift, { params: params(id), body: { ...gift, ...change } })
const mails = async (to = ada) => (await mailsTo(site, to)).filter((mail) => mail.subject === subject)
const rows = () => allRows(site.db, 'shop_gift')
/** Until the morning of Christmas Eve, a minute before eight o'clock. */
const untilTheDay = () => {
  const wait = Date.parse('2026-12-24T06:59:00Z') - site.clock.now().getTime()
  site.clock.advance({ seconds: wait / 1000 })
}

test('a voucher is mailed to its recipient on its day, with message, picture and PDF, once', async () => {
  const { id, shown, codes } = await buy()
  expect((await shown()).giftPictures).toEqual([
    { name: 'gift-tree.png', address: expect.stringMatching(/^\/pictures\/[\da-f]{16}\.png$/) },
  ])
  expect((await arrange(id)).status).toBe(200)
  expect((await shown()).vouchers.map((one) => one.gift)).toEqual([{ ...gift, sentAt: null }, undefined])
  untilTheDay()
  await runUpkeep(site.services)
  expect(await mails()).toEqual([])
  site.clock.advance({ minutes: 1 })
  for (const _ of ['due', 'again']) await runUpkeep(site.services)
  site.clock.advance({ days: 2 })
  await runUpkeep(site.services)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  for (const body of [mail?.text ?? '', mail?.html ?? '']) {
    expect(body).toContain('Merry Christmas!')
    expect(body).toContain(`http://localhost:3000/redeem/${codes[0]}`)
    expect(body).not.toMatch(/giver|€|\/shop\/order/)
  }
  const { giftPictures } = await shown()
  expect(mail?.html).toContain(`<img src="http://localhost:3000${giftPictures[0]?.address}"`)
  expect(mail?.html).toContain('Merry Christmas!<br>Yours, Bob.')
  const [sent] = (await readSentMails(site.db, 1000)).filter(({ recipient }) => recipient === ada)
  const files = await attachmentNames(site.db, [sent?.id ?? ''])
  expect(files.map(({ name }) => name)).toEqual([`gift-voucher-${codes[0]}.pdf`])
})

test('the address and the message are deleted once it is sent, also from the outbox', async () => {
  const { id, shown } = await buy()
  await arrange(id, { day: localDate(site.clock.now(), 'Europe/Berlin') })
  await runUpkeep(site.services)
  expect(await mails()).toHaveLength(1)
  const sentAt = site.clock.now()
  expect(await rows()).toMatchObject([{ recipient: null, message: '', picture: null, sent_at: sentAt }])
  expect((await shown()).vouchers[0]?.gift).toMatchObject({ recipient: '', sentAt: sentAt.toISOString() })
  expect((await arrange(id)).problem?.code).toBe('gift-closed')
  expect((await buyer.call(calls.cancelGift, { params: params(id) })).problem?.code).toBe('gift-closed')
  site.clock.advance({ hours: 2 })
  await runUpkeep(site.services)
  const recipients = (await allRows(site.db, 'mail')).map(({ recipient }) => recipient)
  expect(recipients).not.toContain(ada)
})

test('it can be changed, and called off, until it is sent', async () => {
  const { id, shown } = await buy()
  await arrange(id)
  await arrange(id, { recipient: 'Eve@Example.org ', day: '2026-12-25', message: '', picture: null })
  expect((await shown()).vouchers[0]?.gift).toEqual({
    recipient: 'Eve@example.org',
    day: '2026-12-25',
    message: '',
    picture: null,
    sentAt: null,
  })
  await buyer.call(calls.cancelGift, { params: params(id) })
  expect(await rows()).toEqual([])
  untilTheDay()
  site.clock.advance({ days: 2 })
  await runUpkeep(site.services)
  expect([await mails(), await mails('Eve@example.org')]).toEqual([[], []])
})

test.each([
  ['recipient', { recipient: 'nobody' }, 'Please enter a valid email.'],
  ['day', { day: '2026-11-01' }, /^Please choose a day from today/],
  ['day', { day: '2030-01-01' }, /^Please choose a day from today/],
  ['message', { message: 'Look at evil.example' }, /^Please write the message without addresses/],
  ['picture', { picture: 'mug.png' }, /^This picture is no longer available/],
  ['picture', { picture: 'gift-gone.png' }, /^This picture is no longer available/],
])('an invalid %s is refused', async (field, change, said) => {
  const { id } = await buy()
  const { problem } = await arrange(id, change)
  expect(problem?.errors).toEqual({ [field]: expect.stringMatching(said) })
  expect(await rows()).toEqual([])
})

describe('nothing is sent', () => {
  test('before the order is paid, nor can it be arranged', async () => {
    // its bank declines
    const { id } = await buy(buyer, '4000000000000341')
    expect((await arrange(id)).problem?.code).toBe('not-found')
  })

  test('after the money went back', async () => {
    const { id } = await buy()
    await arrange(id)
    await inTransaction(site.db, (trx) => takeBackOrder(trx, site.services, { orderId: id, isWhole: true }))
    expect(await rows()).toEqual([])
    expect((await arrange(id)).problem?.code).toBe('gift-closed')
    untilTheDay()
    site.clock.advance({ days: 1 })
    await runUpkeep(site.services)
    expect(await mails()).toEqual([])
  })

  test('once the code was redeemed; the address is deleted before the day', async () => {
    const { id, codes } = await buy()
    await arrange(id)
    const friend = await accountHolder(site, 'friend@example.org')
    await friend.call(calls.redeemCoupon, { body: { couponCode: codes[0] ?? '' } })
    await runUpkeep(site.services)
    expect(await rows()).toEqual([])
    expect((await arrange(id)).problem?.code).toBe('gift-closed')
  })

  test('for another than the buyer', async () => {
    const { id } = await buy()
    expect((await arrange(id, {}, site.client())).problem?.code).toBe('not-found')
    expect((await arrange(`${id.slice(0, -1)}x`)).problem?.code).toBe('not-found')
    const other = { params: params(id, '2'), body: gift }
    expect((await buyer.call(calls.arrangeGift, other)).problem?.code).toBe('not-found')
  })
})

test('it is sent once by several processes, and after one that died in the middle', async () => {
  const { id } = await buy()
  await arrange(id)
  untilTheDay()
  site.clock.advance({ minutes: 1 })
  const [step] = giftUpkeep
  const dying = Object.create(site.services, {
    queue: { value: { enqueue: () => Promise.reject(new Error('killed')) } },
  }) as Services
  const round = { atStart: false }
  expect(await step?.run(dying, round)).toBe('failed')
  expect(await rows()).toMatchObject([{ recipient: ada, sent_at: null }])
  await Promise.all([1, 2, 3].map(() => step?.run(site.services, round)))
  await site.services.queue.drain()
  expect(await mails()).toHaveLength(1)
})

test('the copy of one’s data has it, and deleting the buyer deletes it', async () => {
  const browser = await accountHolder(site, 'giver@example.org')
  const { id } = await buy(browser)
  await arrange(id, {}, browser)
  const person = await personAt(site.db, 'giver@example.org')
  const copied = await ordersSection.read(site.db, { ...person, permissions: [] })
  expect(copied).toMatchObject([{ gifts: `${gift.day} ${ada} ${gift.message}` }])
  const { userId } = person
  await inTransaction(site.db, (trx) => deleteUsers(trx, [userId]))
  expect(await rows()).toEqual([])
})
