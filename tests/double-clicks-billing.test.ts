import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls.ts'
import { accountBooks } from '#support/books.ts'
import { type DoubleClick, siteOfTwoProcesses, testDoubleClicks } from '#support/double-clicks.ts'
import { mailsTo } from '#support/mails.ts'
import { quoteFor, sessionOf } from '#support/paying-team.ts'
import { freshEmail } from '#support/people.ts'
import { accountHolder, enterCard, subscribe } from '#support/subscriber.ts'
import type { TestClient } from '#support/test-client.ts'
import { couponUses, storeCoupon } from './support/stored/coupons.ts'
import { userIdsOf } from './support/stored/people.ts'

const { site, other } = siteOfTwoProcesses()

const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const

const rows: readonly DoubleClick[] = [
  {
    what: 'redeeming a voucher',
    async prepare() {
      const [browser, code] = [await accountHolder(site, freshEmail()), await voucherCode()]
      return {
        by: browser,
        call: calls.redeemCoupon,
        sent: () => ({ body: { couponCode: code } }),
        effect: async () => ({ uses: await usesOf(code), ...(await grantedTo(browser)) }),
      }
    },
    once: { uses: 1, until: '2027-01-21T10:00:00.000Z', licenses: 3 },
    done: '200',
    second: ['409 coupon-running', '409 coupon-used'],
  },
  {
    what: "a coupon's last use, by two accounts",
    async prepare() {
      const code = await voucherCode()
      return {
        by: [await accountHolder(site, freshEmail()), await accountHolder(site, freshEmail())],
        call: calls.redeemCoupon,
        sent: () => ({ body: { couponCode: code } }),
        effect: () => usesOf(code),
      }
    },
    once: 1,
    done: '200',
    second: ['422 invalid'],
  },
  {
    what: 'subscribing',
    async prepare() {
      const browser = await accountHolder(site, freshEmail())
      const body = { interval: month, paymentProvider: 'sandbox', setupIntent: await enterCard(browser) }
      return {
        by: browser,
        call: calls.changeSubscription,
        sent: () => ({ body }),
        effect: () => moneyOf(browser),
      }
    },
    once: { documents: ['invoice 1190'], keptCents: 1190, interval: month },
    done: '200',
    second: ['409 charge-in-flight', '409 already-subscribed'],
  },
  {
    what: 'changing to a longer interval at once',
    async prepare() {
      const browser = await payer()
      return {
        by: browser,
        call: calls.changeSubscription,
        sent: () => ({ body: { interval: year, paymentProvider: 'sandbox', atOnce: true } }),
        effect: () => moneyOf(browser),
      }
    },
    once: {
      documents: ['credit-note -1190', 'invoice 11424', 'invoice 1190'],
      keptCents: 11_424,
      interval: year,
    },
    done: '200',
    second: ['409 charge-in-flight', '409 already-subscribed'],
  },
  {
    what: "changing the interval at the period's end",
    async prepare() {
      const browser = await payer()
      return {
        by: browser,
        call: calls.changeSubscription,
        sent: () => ({ body: { interval: year, paymentProvider: 'sandbox' } }),
        effect: async () => ({
          ...(await moneyOf(browser)),
          next: (await sessionOf(browser)).subscription?.nextInterval,
        }),
      }
    },
    once: { documents: ['invoice 1190'], keptCents: 1190, interval: month, next: year },
    done: '200',
    second: ['409 already-subscribed'],
  },
  {
    what: 'adding seats',
    async prepare() {
      const browser = await payer()
      const { version } = await sessionOf(browser)
      const { quoteId } = (await quoteFor(browser, 3)).body
      const users = [freshEmail(), freshEmail()].map((email) => ({ name: 'Added', email }))
      const body = { users, notify: users.map(({ email }) => email), version, quoteId }
      return {
        by: browser,
        call: calls.saveUsers,
        sent: () => ({ body }),
        effect: async () => ({
          ...(await moneyOf(browser)),
          ...(await usersOf((await sessionOf(browser)).account.id)),
          mails: (await mailsTo(site, users[0]?.email ?? '')).length,
        }),
      }
    },
    once: {
      documents: ['invoice 2343', 'invoice 1190'],
      keptCents: 3533,
      interval: month,
      users: 3,
      mails: 1,
    },
    done: '200',
    second: ['409 charge-in-flight', '409 version-conflict'],
  },
  {
    what: 'cancelling',
    async prepare() {
      const email = freshEmail()
      const browser = await payer(email)
      const before = (await mailsTo(site, email)).length
      return {
        by: browser,
        call: calls.cancelSubscription,
        sent: () => ({}),
        effect: async () => ({
          status: (await sessionOf(browser)).subscription?.status,
          mails: (await mailsTo(site, email)).length - before,
        }),
      }
    },
    once: { status: 'pending-expiry', mails: 1 },
    done: '200',
    second: ['200'],
  },
  {
    what: 'getting the money of a subscription back',
    async prepare() {
      const browser = await payer()
      return {
        by: browser,
        call: calls.refundSubscription,
        sent: () => ({}),
        effect: () => moneyOf(browser),
      }
    },
    once: { documents: ['credit-note -1190', 'invoice 1190'], keptCents: 0, interval: month },
    done: '200',
    second: ['409 refund-too-late'],
  },
]

testDoubleClicks(other, rows)

async function usersOf(accountId: string) {
  return { users: (await userIdsOf(site.db, accountId)).length }
}

async function voucherCode(): Promise<string> {
  return storeCoupon(site.db, { code: `Twice ${randomUUID()}`, maxUses: 1, createdAt: site.clock.now() })
}

const usesOf = (code: string) => couponUses(site.db, code)

async function grantedTo(browser: TestClient) {
  const { subscription } = await sessionOf(browser)
  return { until: subscription?.until, licenses: subscription?.licenseCount }
}

async function payer(email = freshEmail()) {
  const owner = await accountHolder(site, email)
  await subscribe(owner)
  return owner
}

async function moneyOf(browser: TestClient) {
  const { account, subscription } = await sessionOf(browser)
  const { invoices } = (await browser.call(calls.invoices, { query: {} })).body
  const { keptCents } = await accountBooks(site.services, account.id)
  return {
    documents: invoices.map(({ kind, grossCents }) => `${kind} ${grossCents}`),
    keptCents,
    interval: subscription?.interval,
  }
}
