import { createCipheriv, createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { pageByNow } from '#server/books/invoices/order-page.ts'
import { unsubscribeAddress } from '#server/business/newsletter/unsubscribe-token.ts'
import { renewLinks } from '#server/front/command-line/renew-link-keys.ts'
import { deleteSetting } from '#server/platform/database/setting.store.ts'
import { derivedKey, signatureBy } from '#server/platform/runtime/derived-key.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { codeAt, setUpTotp, signedInBrowser } from '#support/second-factors.ts'
import { orderOnInvoice, voucherOnSale } from '#support/shopper.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { replaceSecret, sealedSecrets } from '#support/stored/second-factors.ts'
import { storeTrialUse } from '#support/stored/subscriptions.ts'
import { createTestApp, type TestApp, testApp, testConfig } from '#support/test-app.ts'
import { keepSecret } from './keep-secret.ts'

const former = 'of-the-tests:K7v2mQ9xR4bT8nW1pZ6c'
const changed = 'changed-by-now:V5hN8wX3kJ7mR2qL9tB4'
const email = 'ada@example.org'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeEach(() => site.startOver())

/** As a process starts that was given these secrets, over the same database. */
function startWith(secret: string, previous?: string): Promise<void> {
  const settings = { APP_SECRET: secret, ...(previous && { APP_SECRET_PREVIOUS: previous }) }
  return keepSecret({ ...site.services, config: testConfig(settings) })
}

/** The site as a process with these secrets serves it. */
async function siteWith(secret: string, previous?: string): Promise<TestApp> {
  const settings = {
    APP_SECRET: secret,
    RATE_LIMITS: '1000',
    ...(previous && { APP_SECRET_PREVIOUS: previous }),
  }
  const { database } = site.services
  return createTestApp({ settings, services: { database: { ...database, close: async () => {} } } })
}

/** What an app's row was before keys had ids: nonce, tag and text. */
async function sealAsBefore(userId: string, secret: Buffer): Promise<void> {
  const nonce = Buffer.alloc(12, 7)
  const key = derivedKey(former, 'authenticator app secrets')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text])
  await replaceSecret(site.db, userId, sealed)
}

test('a wrong APP_SECRET is refused, and the data stays unchanged', async () => {
  await startWith(former)
  await expect(startWith(changed)).rejects.toThrow(/^APP_SECRET is not the one that this database/)
  await expect(startWith(changed, 'another-one-by-far:Q8sD2fG6hJ4kL1z')).rejects.toThrow(/^APP_SECRET/)
  await startWith(former)
})

test('after a change the new one is enough, and the former one is refused', async () => {
  await startWith(former)
  await startWith(changed, former)
  await startWith(changed)
  await expect(startWith(former)).rejects.toThrow(/^APP_SECRET/)
})

test('an authenticator app works before, during and after a change, and its secret is resealed', async () => {
  const browser = await signedInBrowser(site, email)
  const { secret } = await setUpTotp(site, browser)
  await startWith(former)
  await startWith(changed, former)
  const later = await siteWith(changed)
  later.clock.advance({ minutes: 5 })
  const again = later.client()
  expect((await signIn(again, email)).status).toBe(202)
  const body = { code: codeAt(secret, later.clock.real()) }
  expect((await again.call(calls.secondFactor, { body })).status).toBe(200)
  await later.close()
})

test('a database of before is known by the apps in it, and they go on working', async () => {
  const browser = await signedInBrowser(site, email)
  const { secret } = await setUpTotp(site, browser)
  const [app] = await sealedSecrets(site.db)
  const { Secret } = await import('otpauth')
  await sealAsBefore(app?.userId ?? '', Buffer.from(Secret.fromBase32(secret).buffer))
  await deleteSetting(site.db, 'secret-check')
  await expect(startWith(changed)).rejects.toThrow(/^APP_SECRET/)
  await startWith(changed, former)
  await startWith(changed)
  const [sealed] = await sealedSecrets(site.db)
  expect(sealed?.secret).toHaveLength(4 + 12 + 16 + 20)
})

test('changing the secret allows no second trial', async () => {
  const use = createHmac('sha256', derivedKey(former, 'trial use')).update(email).digest('base64url')
  await storeTrialUse(site.db, use, site.clock.now())
  await startWith(former)
  await startWith(changed, former)
  await startWith(changed)
  const later = await siteWith(changed)
  const browser = later.client()
  await confirmedIn(later, browser, email)
  expect(await allRows(site.db, 'subscription')).toEqual([])
  await later.close()
})

test('what an open form and a known browser hold is good with the former secret too', async () => {
  const browser = await signedInBrowser(site, email)
  const token = await browser.csrfToken()
  const later = await siteWith(changed, former)
  const moved = later.client()
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  const sent = { body: { newsletter: true }, csrf: token }
  expect((await moved.call(calls.changeNewsletter, sent)).status).toBe(200)
  await later.close()
  const strange = await siteWith(changed)
  const unknown = strange.client()
  for (const [name, value] of browser.cookies) unknown.cookies.set(name, value)
  expect((await unknown.call(calls.changeNewsletter, sent)).status).toBe(403)
  await strange.close()
})

test('links in mails that were sent stay good, also without the former secret, until their keys are renewed', async () => {
  const { services } = site
  const { db } = services.database
  const { id, reply } = await orderOnInvoice(site.client(), 'guest@example.org', await voucherOnSale(site))
  expect(reply.status).toBe(200)
  const [mail] = await mailsTo(site, 'guest@example.org')
  const link = new URL(/http\S+\/shop\/order\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const { accountId } = await accountOf('newcomer@example.org')
  const unsubscribe = new URL(await unsubscribeAddress(db, services.config, accountId, services.clock.now()))
  // before the keys were stored, links were signed with a key derived from APP_SECRET
  expect(link.searchParams.get('key')).toBe(signatureBy(derivedKey(former, 'shop order'), id))

  const opens = async (at: TestApp) => {
    const query = { key: link.searchParams.get('key') ?? '' }
    const order = await at.client().call(calls.order, { params: { id }, query })
    const token = unsubscribe.searchParams.get('token') ?? ''
    const done = await at.client().call(calls.unsubscribe, { query: { token }, csrf: 'none' })
    return [order.status, done.status]
  }
  await startWith(former)
  await startWith(changed, former)
  const during = await siteWith(changed, former)
  expect(await opens(during)).toEqual([200, 200])
  await during.close()
  await startWith(changed)
  const later = await siteWith(changed)
  expect(await opens(later)).toEqual([200, 200])

  expect(await renewLinks(later.services, { appSecret: former })).toEqual({ outcome: 'another-secret' })
  expect(await opens(later)).toEqual([200, 200])
  expect(await renewLinks(later.services, { appSecret: changed })).toEqual({ outcome: 'renewed' })
  expect(await opens(later)).toEqual([404, 404])
  // later mails open the order again
  const page = new URL(await pageByNow(db, later.services.config, link.pathname + link.search), link)
  link.searchParams.set('key', page.searchParams.get('key') ?? '')
  expect(await opens(later)).toEqual([200, 404])
  await later.close()
})

async function accountOf(email: string): Promise<{ accountId: string }> {
  await confirmedIn(site, site.client(), email)
  return personAt(site.db, email)
}
