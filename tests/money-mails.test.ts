import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import type { Language } from '#domain/language.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { attachmentNames } from '#server/platform/mail/mail.store.ts'
import { addPeople, passDays, payingOwner, removePeople } from '#support/paying-team.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  orderOnInvoice,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { forgetMails } from '#support/stored/mails.ts'
import { expireCards } from '#support/stored/money.ts'
import { personAt, speak } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder, enterCard, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

/**
 * Every mail about a payment, as its reader gets it, from stories on the real site, compared with files next to this
 * one. Review changed files before you keep them (`vitest -u`).
 */
const site = testApp({
  settings: {
    RATE_LIMITS: '100000',
    SELLER_NAME: 'Robin Sample',
    SELLER_ADDRESS: 'Sample Street 1\n10115 Berlin\nGermany',
    SELLER_EMAIL: 'robin@films.example.org',
    SELLER_VAT_ID: 'DE136695976',
    SELLER_IBAN: 'DE89370400440532013000',
    SHOP_INVOICE: 'everybody',
    VAT_MODE: 'full',
  },
})
beforeEach(() => site.startOver())

const email = 'ada@example.org'
const declined = '4000000000000341'
const expired = '4000000000000069'
const asks = '4000002760003184'
const year = { value: 1, unit: 'y' }
const months = { value: 3, unit: 'm' }

const speakTo = async (language: Language) => {
  await speak(site.db, (await personAt(site.db, email)).userId, language)
}
/** A holder whose mails are in that language from now on. */
const holder = async (language: Language, more: Parameters<typeof accountHolder>[2] = {}) => {
  const browser = await accountHolder(site, email, more)
  await speakTo(language)
  await forgetMails(site.db, email)
  return browser
}
/** The same past the trial, with a first period that is paid. */
const paying = async (language: Language, interval?: object) => {
  const browser = await payingOwner(site, email, interval)
  await speakTo(language)
  await forgetMails(site.db, email)
  return browser
}
const choose = (browser: TestClient, interval: object, more: object = {}) =>
  browser.call(calls.changeSubscription, { body: { interval, paymentProvider: 'sandbox', ...more } })
const newCard = async (browser: TestClient, number: string) =>
  browser.call(calls.changeSubscription, { body: { paymentMethod: await enterCard(browser, number) } })
const eachDay = async (days: number) => {
  for (let day = 0; day < days; day += 1) await passDays(site, 1)
}

const lives: Record<string, (language: Language) => Promise<unknown>> = {
  'an order during the trial, its first charge, users more and fewer, a renewal that credit pays in part':
    async (language) => {
      const browser = await holder(language)
      await subscribe(browser)
      await passDays(site, 12)
      await passDays(site, 3)
      await addPeople(browser, 'bob@example.org', 'cy@example.org')
      await passDays(site, 10)
      await removePeople(browser, 1)
      await passDays(site, 22)
    },
  'an order for a year, told of before it is extended, and paid by credit altogether': async (language) => {
    const browser = await holder(language)
    await passDays(site, 15)
    await subscribe(browser, undefined, year)
    await addPeople(browser, ...Array.from({ length: 9 }, (_, at) => `user${at}@example.org`))
    await passDays(site, 30)
    await removePeople(browser, 9)
    await passDays(site, 306)
    await passDays(site, 30)
  },
  'another interval, at its time and at once': async (language) => {
    const browser = await paying(language)
    await choose(browser, months)
    await passDays(site, 32)
    await choose(browser, year, { atOnce: true })
  },
  'a renewal that is declined, and paid with another card': async (language) => {
    const browser = await paying(language)
    await newCard(browser, declined)
    await passDays(site, 31)
    await passDays(site, 1)
    await newCard(browser, '5555555555554444')
  },
  'a renewal that is declined until the grace ends': async (language) => {
    const browser = await paying(language)
    await newCard(browser, declined)
    await passDays(site, 31)
    await eachDay(10)
  },
  'a renewal with a card that is refused for good, and one that the bank asks about': async (language) => {
    const browser = await paying(language)
    await newCard(browser, expired)
    await passDays(site, 31)
    await newCard(browser, asks)
  },
  'a card that expires before the next charge': async (language) => {
    await paying(language)
    await expireCards(site.db, (await personAt(site.db, email)).accountId, '2026-12')
    await passDays(site, 20)
  },
  'a cancellation that is taken back, and one that is not': async (language) => {
    const browser = await paying(language)
    await browser.call(calls.cancelSubscription)
    await browser.call(calls.resumeSubscription)
    await browser.call(calls.cancelSubscription)
    await passDays(site, 31)
  },
  'a refund': async (language) => {
    const browser = await paying(language)
    await browser.call(calls.refundSubscription)
  },
  'a refund of what card and credit paid': async (language) => {
    const browser = await paying(language)
    await addPeople(browser, 'bob@example.org', 'cy@example.org')
    await passDays(site, 10)
    await removePeople(browser, 2)
    await passDays(site, 22)
    await browser.call(calls.refundSubscription)
  },
  'a withdrawal': async (language) => {
    await paying(language)
    await site.client().call(calls.declareWithdrawal, { body: { name: 'Ada Lovelace', email } })
    await site.services.queue.drain()
    await passDays(site, 1)
  },
  'a trial that nothing follows': async (language) => {
    await holder(language)
    await passDays(site, 12)
    await passDays(site, 3)
  },
  'a company abroad that owes the tax itself': async (language) => {
    const browser = await holder(language, { country: 'AT', vatId: 'ATU13585627', business: true })
    await subscribe(browser)
    await passDays(site, 15)
  },
  'orders of the shop, by card and on invoice': async (language) => {
    const browser = await holder(language)
    const mug = await goodsOnSale(site, { name: 'Tasse', variant: 'blau' })
    const book = await goodsOnSale(site, { name: 'Buch', taxClass: 'book' })
    const voucher = await voucherOnSale(site)
    const shippingMethod = await shippingOnOffer(site, { name: 'Paket' })
    const to = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg' }
    const items = [mug, book, voucher].map((productId, at) => ({ productId, quantity: at + 1 }))
    const code = await discountCode(site, 'WINTER')
    await placeOrder(browser, await checkoutWith(browser, email), mug, {
      items,
      ...to,
      shippingMethod,
      discountCode: code,
    })
    await orderOnInvoice(browser, email, mug, { items, ...to, shippingMethod })
    await passDays(site, 20)
  },
  'vouchers that the closing service pays back': async (language) => {
    const browser = await holder(language)
    const voucher = await voucherOnSale(site)
    await placeOrder(browser, await checkoutWith(browser, email), voucher)
    await browser.call(calls.demoServiceMode, { body: { serviceMode: 'closed' } })
    await passDays(site, 1)
  },
}

describe.each(['en', 'de'] as const)('the mails about money, in %s,', (language) => {
  test.each(Object.entries(lives))('of %s', async (name, live) => {
    await live(language)
    const file = `${language} ${name.replaceAll(/[^a-z]+/g, '-')}.txt`
    await expect(await mailsSaid()).toMatchFileSnapshot(
      join(import.meta.dirname, 'fixtures/money-mails', file.replace(' ', '/')),
    )
  })
})

/** Of each mail about money its subject, its text and the names of its files, in the order in which they were written. */
async function mailsSaid(): Promise<string> {
  const mails = (await allRows(site.db, 'mail'))
    .filter(({ effect_key: key, template, recipient }) => {
      const isOurs = template === 'billing' || /^order (placed|refunded|reminder|cancelled)/.test(key)
      return isOurs && recipient === email
    })
    .toSorted((one, other) => one.position - other.position)
  const names = await attachmentNames(
    site.db,
    mails.map(({ id }) => id),
  )
  const said = mails.map(({ id, subject, text_body: text, created_at: at }) => {
    const files = names.filter(({ mailId }) => mailId === id).map((file) => `[${file.name}]`)
    return [`=== ${at.toISOString().slice(0, 10)}: ${subject}`, text.trim(), ...files].join('\n\n')
  })
  const contracts = (await allRows(site.db, 'account')).map((row) =>
    printedContractNumber(row.contract_number),
  )
  const orders = (await allRows(site.db, 'shop_order')).map((row) => printedOrderNumber(row.number))
  const known = [...contracts, ...orders].reduce(
    (all, number) => all.replaceAll(number, 'NUMBER'),
    said.join('\n\n\n').replaceAll('\u00A0', ' '),
  )
  return `${known.replaceAll(/\/shop\/order\/\S+/g, '/shop/order/KEY')}\n`
}
