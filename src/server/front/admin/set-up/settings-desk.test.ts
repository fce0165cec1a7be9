import { Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Call, CallRequest } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { keepSecret } from '#server/front/backup/keep-secret.ts'
import { sealTotpSecret } from '#server/identity/two-factor/totp-code.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { liveMail } from '#server/platform/services/live-mail.ts'
import type { LivePayments } from '#server/platform/services/payment-providers.ts'
import { deskSettingRows, writeDeskSettings } from '#server/platform/site/desk-setting.store.ts'
import { type DeskSettings, followDeskSettings } from '#server/platform/site/desk-settings.ts'
import { auditOf, browserOf, sellingSite, signedInAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { textsOfPdf } from '#support/pdf-texts.ts'
import { codeAt } from '#support/second-factors.ts'
import { type SmtpServerForTests, startSmtpServer } from '#support/smtp.ts'
import { contentsOf, storeRow, tableNames } from '#support/stored/rows.ts'
import { replaceSecret } from '#support/stored/second-factors.ts'
import { type StripeServer, startStripeServer } from '#support/stripe-server.ts'
import { createTestApp, type TestApp, testConfig } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { shownPayment } from './save-payment.ts'

const { BASE_URL } = sellingSite
const secretOfMail = 'of the mail server: 7Hq!'
const seller = {
  name: 'Grace Hopper',
  address: 'Some Street 1\n10115 Berlin',
  email: 'grace@example.org',
  phone: '',
  vatId: '',
  taxNumber: '12/345/67890',
  iban: '',
  bic: '',
  taxation: 'germany',
  country: 'DE',
  ossSince: '',
} as const

let site: TestApp
let smtp: SmtpServerForTests
let stripe: StripeServer
let followed: DeskSettings
let admin: TestClient
beforeAll(async () => {
  smtp = await startSmtpServer()
  stripe = await startStripeServer()
  let mail: ReturnType<typeof liveMail> | undefined
  const services = {
    mail: {
      deliver: (one: Parameters<ReturnType<typeof liveMail>['deliver']>[0]) => mail?.deliver(one) as never,
    },
  }
  site = await createTestApp({
    settings: {
      DEMO: '0',
      BASE_URL,
      RATE_LIMITS: '1000',
      SELLER_PHONE: '030 123',
      STRIPE_API_URL: stripe.settings.STRIPE_API_URL ?? '',
    },
    services,
  })
  mail = liveMail(site.services.config)
  followed = await followDeskSettings(site.services.config, site.services)
  const payments = site.services.payments as LivePayments
  followed.whenChanged(() => payments.refresh())
  await signedInAdmin(site)
  const { config, database } = site.services
  await replaceSecret(database.db, theAdmin.userId, sealTotpSecret(config, theAdmin.userId, totp))
})
// its form token is good for 15 minutes, and each code takes half a minute
beforeEach(async () => {
  admin = await browserOf(site, theAdmin.userId)
})
afterAll(async () => {
  followed.close()
  await site.close()
  await smtp.close()
  await stripe.close()
})

const totp = Buffer.alloc(20, 7)
/** A code works once. */
function proof() {
  site.clock.advanceReal({ seconds: 30 })
  const { base32 } = new Secret({ buffer: Uint8Array.from(totp).buffer })
  return { password: theAdmin.password, code: codeAt(base32, site.clock.real()) }
}
const shown = async () => (await admin.call(calls.setUpAtDesk)).body
const save = (change: Partial<CallRequest<typeof calls.saveSeller>['body']['seller']>) =>
  shown().then(({ versions }) => saveFrom(versions.seller, change))
const saveFrom = (version: number, change: Partial<CallRequest<typeof calls.saveSeller>['body']['seller']>) =>
  admin.call(calls.saveSeller, { body: { seller: { ...seller, ...change }, version, ...proof() } })
const mailServer = () => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none' as const,
  user: '',
  from: 'Videos <videos@example.org>',
})
const saveMail = (
  change: Partial<CallRequest<typeof calls.saveMailServer>['body']['mail']>,
  mailPassword: string | null,
) =>
  shown().then(({ versions }) =>
    admin.call(calls.saveMailServer, {
      body: { mail: { ...mailServer(), ...change }, version: versions.mail, mailPassword, ...proof() },
    }),
  )
const keys = () => ({
  secretKey: stripe.settings.STRIPE_SECRET_KEY ?? '',
  publishableKey: stripe.settings.STRIPE_PUBLISHABLE_KEY ?? '',
  webhookSecret: null,
  makeWebhook: false,
})
const saveKeys = (change: object) =>
  admin.call(calls.savePayment, { body: { ...keys(), ...change, ...proof() } })
const stateOf = async (name: string) => (await shown()).steps.find((step) => step.name === name)?.state

test('the seller counts at once, and what the environment says wins', async () => {
  const { config } = site.services
  expect(await stateOf('seller')).toBe('missing')
  expect((await save({ phone: '0 for nothing' })).status).toBe(200)
  expect(config.seller).toMatchObject({ name: 'Grace Hopper', phone: '030 123', taxNumber: '12/345/67890' })
  const after = await shown()
  expect([after.seller, after.fixedOfSeller]).toEqual([{ ...seller, phone: '030 123' }, ['phone']])
  expect(await stateOf('seller')).toBe('done')
  const visitors = (await site.client().call(calls.config)).body
  expect(visitors.seller.address).toBe('Some Street 1\n10115 Berlin')
  expect((await save({ taxNumber: '' })).status).toBe(200)
  expect(await stateOf('seller')).toBe('wrong')
})

test.each([
  ['small-business', { mode: 'full', smallBusiness: true }, 0],
  ['countries', { mode: 'full', smallBusiness: false, ossSince: '2027-01-01' }, 20],
  ['germany', { mode: 'simple', smallBusiness: false, ossSince: undefined }, 19],
] as const)('the taxation %s is what the site charges from then on', async (taxation, vat, percent) => {
  expect((await save({ taxation, country: 'AT', ossSince: '2027-01-01' })).status).toBe(200)
  expect(site.services.config.vat).toMatchObject(vat)
  expect((await site.client().call(calls.config)).body.vat.percent).toBe(percent)
  expect((await shown()).seller.taxation).toBe(taxation)
})

test.each([
  ['iban', { iban: 'DE00 1234' }],
  ['vatId', { vatId: 'DE1' }],
  ['country', { taxation: 'countries', country: 'xx' }],
  ['ossSince', { taxation: 'countries', ossSince: 'soon' }],
] as const)('a wrong %s is refused at its field, and nothing changes', async (field, change) => {
  const before = await deskSettingRows(site.db)
  const { status, problem } = await save(change)
  expect([status, Object.keys(problem?.errors ?? {})]).toEqual([422, [field]])
  expect(await deskSettingRows(site.db)).toEqual(before)
})

test.each<[string, Call, () => object]>([
  ['the seller', calls.saveSeller, () => ({ seller, version: 0 })],
  ['the mail server', calls.saveMailServer, () => ({ mail: mailServer(), version: 0, mailPassword: null })],
  ['the payment provider', calls.savePayment, keys],
])('%s needs password and second factor in the call', async (_, call, body) => {
  const before = await deskSettingRows(site.db)
  const code = async (wrong: object) =>
    (await admin.call(call, { body: { ...body(), ...proof(), ...wrong } })).problem?.code
  expect(await code({ code: '000000' })).toBe('second-factor-failed')
  expect(await code({ password: 'wrong' })).toBe('wrong-password')
  expect(await deskSettingRows(site.db)).toEqual(before)
})

test('a mail server is saved, tested with its answer, and its password is sealed and shown nowhere', async () => {
  expect(await stateOf('mail')).toBe('missing')
  const replies = [await saveMail({ user: 'grace' }, secretOfMail)]
  expect(replies[0]?.status).toBe(200)
  expect(await stateOf('mail')).toBe('missing')
  expect((await shown()).mail).toEqual({ ...mailServer(), user: 'grace' })
  smtp.refuse({ code: 554, message: 'not from here' })
  const refused = await admin.call(calls.testMailServer, { body: {} })
  expect(refused.body).toMatchObject({ delivered: false })
  expect(await stateOf('mail')).toBe('wrong')
  smtp.refuse(undefined)
  // the saved password stays with its server
  await saveMail({ user: 'grace' }, null)
  expect(site.services.config.smtpUrl).toContain(encodeURIComponent(secretOfMail))
  await saveMail({ user: 'grace', host: 'localhost' }, null)
  expect(site.services.config.smtpUrl).not.toContain(encodeURIComponent(secretOfMail))
  await saveMail({}, null)
  const tested = await admin.call(calls.testMailServer, { body: {} })
  expect(tested.body).toMatchObject({ delivered: true, answer: expect.stringMatching(/^250/) })
  expect(smtp.received.at(-1)?.recipients).toEqual([theAdmin.email])
  expect(await stateOf('mail')).toBe('done')
  await saveMail({ user: 'grace' }, secretOfMail)
  const rows = await contentsOf(site.db, await tableNames(site.db))
  const dump = JSON.stringify([[...rows], replies.map(({ text }) => text), await shown()])
  for (const written of [
    secretOfMail,
    encodeURIComponent(secretOfMail),
    Buffer.from(secretOfMail).toString('hex'),
  ])
    expect(dump).not.toContain(written)
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'settings-saved', target: 'mail' })
  expect((await mailsTo(site, theAdmin.email)).map(({ subject }) => subject)).toContain(
    'Settings of Lectern were changed',
  )
})

test('of two who save from the same form, the second is told and nothing changes', async () => {
  const { versions } = await shown()
  expect((await saveFrom(versions.seller, { phone: '1', email: 'one@example.org' })).status).toBe(200)
  const after = await shown()
  expect((await saveFrom(versions.seller, { email: 'two@example.org' })).problem?.code).toBe(
    'version-conflict',
  )
  expect(await shown()).toEqual(after)
  expect(after.versions).toEqual({ ...versions, seller: versions.seller + 1 })
})

test('mails that wait for a mail server go to the saved one at once', async () => {
  const until = new Date(site.clock.real().getTime() + 600_000)
  await storeRow(site.db, 'mail_pause', { scope: '*', failures: 1, until })
  await save({})
  await site.db.updateTable('mail').set({ next_attempt_at: until }).where('sent_at', 'is', null).execute()
  await saveMail({}, null)
  expect(await site.db.selectFrom('mail_pause').select('scope').execute()).toEqual([])
  const later = site.db.selectFrom('mail').select('template').where('next_attempt_at', '>', site.clock.real())
  expect(await later.where('sent_at', 'is', null).execute()).toEqual([])
})

test('an attempt by the former mail server delays no mail once another one is saved', async () => {
  await site.services.queue.drain()
  await save({})
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<Delivery>()
  const former = vi.spyOn(site.services.mail, 'deliver').mockImplementationOnce(() => {
    begun.resolve()
    return answered.promise
  })
  onTestFinished(() => former.mockRestore())
  const sending = sendDueMails(site.services)
  await begun.promise
  await saveMail({ from: 'Others <others@example.org>' }, null)
  answered.resolve({ outcome: 'unreachable', reason: 'connect ECONNREFUSED' })
  await sending
  expect(await site.db.selectFrom('mail_pause').select('scope').execute()).toEqual([])
  expect(await site.db.selectFrom('mail').select('subject').where('sent_at', 'is', null).execute()).toEqual(
    [],
  )
})

test('an open connection is for this machine alone, and a host has to be one', async () => {
  expect(Object.keys((await saveMail({ host: 'mail.example.org' }, null)).problem?.errors ?? {})).toEqual([
    'security',
  ])
  for (const host of ['', 'mail.example.org/x', 'a@b', 'a b'])
    expect(Object.keys((await saveMail({ host, security: 'tls' }, null)).problem?.errors ?? {})).toEqual([
      'host',
    ])
})

test('the keys of Stripe are saved once it answers to them, and take effect at once', async () => {
  expect(await stateOf('payment')).toBe('missing')
  for (const [wrong, field] of [
    [{ secretKey: 'sk_test_of_nobody_0' }, 'secretKey'],
    [{ publishableKey: 'pk_live_0123456789' }, 'publishableKey'],
    [{ secretKey: null }, 'secretKey'],
  ] as const) {
    const { problem } = await saveKeys(wrong)
    expect(Object.keys(problem?.errors ?? {})).toEqual([field])
  }
  expect(await stateOf('payment')).toBe('missing')
  // Stripe takes public addresses only; what it says is shown without the key
  const message = `not for ${keys().secretKey}`
  stripe.setFault(
    { odd: { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', message } }) } },
    /^POST .*webhook_endpoints$/,
  )
  expect((await saveKeys({ makeWebhook: true })).body.webhookRefused).toBe('not for …')
  stripe.setFault('none')
  const { publishableKey } = keys()
  // test keys move no money
  expect([await stateOf('payment'), (await shown()).payment.mode]).toEqual(['wrong', 'test'])
  expect((await site.client().call(calls.config)).body).toMatchObject({
    paymentProviders: ['stripe'],
    stripePublishableKey: publishableKey,
  })
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'settings-saved', target: 'payment' })
})

test('Stripe gets one webhook for the site, and its secret is shown nowhere', async () => {
  await saveKeys({ makeWebhook: true })
  expect((await saveKeys({ secretKey: null, makeWebhook: true })).body.webhookRefused).toBeNull()
  const items = stripe.books.all('webhook_endpoint').filter(({ deleted }) => !deleted)
  expect(items.map(({ url }) => url)).toEqual([`${BASE_URL}/api/payment/stripe/webhook`])
  const webhookSecret = `whsec_of_${items[0]?.id}`
  expect(site.services.config.stripe?.webhookSecret).toBe(webhookSecret)
  const { payment } = await shown()
  expect(payment).toMatchObject({ secretKeyEnd: '6789', webhookSecretEnd: webhookSecret.slice(-4) })
  const dump = JSON.stringify([[...(await contentsOf(site.db, await tableNames(site.db)))], payment])
  for (const secret of [keys().secretKey, webhookSecret])
    for (const written of [secret, Buffer.from(secret).toString('hex')]) expect(dump).not.toContain(written)
})

test('keys of the environment win as a whole: a webhook secret of the desk is of another account', async () => {
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_other_0123',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_other_0123',
  }
  const config = testConfig({ DEMO: '0', BASE_URL, ...environment })
  const other = await followDeskSettings(config, site.services)
  expect(config.stripe).toMatchObject({ secretKey: 'sk_test_other_0123', webhookSecret: undefined })
  expect(shownPayment(config, { STRIPE_WEBHOOK_SECRET: 'whsec_of_the_desk' })).toMatchObject({
    publishableKey: 'pk_test_other_0123',
    secretKeyEnd: '0123',
    webhookSecretEnd: null,
    fixed: true,
  })
  other.close()
})

const buy = () => admin.call(calls.testPurchase, { body: { password: theAdmin.password } })

test('a test purchase needs test keys, and a site that is not open', async () => {
  const { config, database } = site.services
  await save({})
  await saveMail({}, null)
  expect((await buy()).problem?.code).toBe('site-is-open')
  await writeSetting(database.db, 'set-up', 'running')
  const live = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789' }
  await database.db.transaction().execute((trx) => writeDeskSettings(trx, config, live))
  await followed.refresh()
  const asked = stripe.asked.length
  expect([await stateOf('payment'), (await buy()).problem?.code]).toEqual(['done', 'test-keys-needed'])
  expect([stripe.asked.length, await stateOf('purchase')]).toEqual([asked, 'missing'])
  await saveKeys({})
  await save({ address: '' })
  expect((await buy()).problem?.code).toBe('set-up-unfinished')
  await save({})
  await database.db.transaction().execute((trx) => writeDeskSettings(trx, config, { SMTP_URL: null }))
  await followed.refresh()
  expect((await buy()).problem?.code).toBe('set-up-unfinished')
  await saveMail({}, null)
})

test('a test purchase is paid apart from all books, mailed to the admin, and gone when the site opens', async () => {
  const { database, payments } = site.services
  const { db } = database
  const password = { password: theAdmin.password }
  await admin.call(calls.testMailServer, { body: password })
  const before = await contentsOf(db, await tableNames(db))
  const { body } = await buy()
  expect(body).toMatchObject({ number: 'TEST-1', grossCents: 1190, paid: true, reason: '' })
  await mailsTo(site, theAdmin.email)
  const after = await contentsOf(db, await tableNames(db))
  const changed = [...after].filter(([name, rows]) => `${rows}` !== `${before.get(name)}`)
  expect(changed.map(([name]) => name).filter((name) => !aside.includes(name))).toEqual(['mail', 'setting'])
  // Stripe has the payment, and the site's books do not ask for it
  expect(stripe.books.all('payment_intent').map(({ amount, status }) => [amount, status])).toEqual([
    [1190, 'succeeded'],
  ])
  expect(await payments.get('stripe')?.movementsSince(new Date(0))).toEqual([])
  expect(stripe.books.all('customer').filter(({ deleted }) => !deleted)).toEqual([])
  const mail = smtp.received.at(-1)
  expect([mail?.recipients, mail?.header('subject')]).toEqual([
    [theAdmin.email],
    'Test purchase TEST-1 of Lectern',
  ])
  const [, pdf = ''] = /application\/pdf.*?\r\n\r\n([\w+/=\r\n]+)/s.exec(mail?.raw ?? '') ?? []
  const said = textsOfPdf(Buffer.from(pdf, 'base64')).map(({ text }) => text)
  expect(said.join(' ')).toMatch(/TEST – Invoice TEST-1 .*€11\.90.*This is a test and no invoice/)
  expect(await stateOf('purchase')).toBe('done')
  stripe.setFault('decline')
  expect((await buy()).body).toMatchObject({ number: 'TEST-2', paid: false, reason: expect.any(String) })
  stripe.setFault('none')
  expect(await stateOf('purchase')).toBe('wrong')
  await admin.call(calls.checkTexts, { body: password })
  expect((await admin.call(calls.openSite, { body: password })).status).toBe(200)
  const rows = await contentsOf(db, ['mail', 'mail_attachment', 'setting'])
  expect(JSON.stringify([...rows])).not.toContain('TEST-')
  const { purchase, steps } = await shown()
  expect([purchase, steps.some(({ name }) => name === 'purchase')]).toEqual([null, false])
})

/** What every write of the admin touches. */
const aside = ['audit_entry', 'audit_head', 'idempotency_key', 'rate_limit', 'session']

test('secrets are sealed anew when APP_SECRET changes, and a wrong one opens none', async () => {
  const { services } = site
  await saveMail({ user: 'grace' }, secretOfMail)
  const { appSecret } = services.config
  const changed = 'changed-by-now:V5hN8wX3kJ7mR2qL9tB4'
  const withSecrets = (APP_SECRET: string, APP_SECRET_PREVIOUS?: string) =>
    testConfig({ DEMO: '0', BASE_URL, APP_SECRET, ...(APP_SECRET_PREVIOUS && { APP_SECRET_PREVIOUS }) })
  const before = await deskSettingRows(services.database.db)
  await keepSecret({ ...services, config: withSecrets(changed, appSecret) })
  expect(await deskSettingRows(services.database.db)).not.toEqual(before)
  const config = withSecrets(changed)
  const other = await followDeskSettings(config, services)
  expect(config.smtpUrl).toContain(encodeURIComponent(secretOfMail))
  other.close()
  await keepSecret({ ...services, config: withSecrets(appSecret, changed) })
})

test('live keys of the environment start with the seller that the desk has saved, and not without', async () => {
  const live = (more: object = {}) =>
    readConfig(
      {
        BASE_URL,
        APP_SECRET: site.services.config.appSecret,
        STRIPE_SECRET_KEY: 'sk_live_0123456789',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
        ...more,
      },
      { sellerLater: true },
    ) as Config
  await save({})
  const config = live()
  const other = await followDeskSettings(config, site.services)
  expect(config.seller.address).toBe(seller.address)
  other.close()
  await save({ address: '' })
  await expect(followDeskSettings(live(), site.services)).rejects.toThrow(/^SELLER_ADDRESS is missing/)
  await save({})
})

test('saved settings that do not fit the environment stop the start with their names', async () => {
  const { database } = site.services
  const config = testConfig({ DEMO: '0', BASE_URL, VAT_MODE: 'simple' })
  await database.db.transaction().execute((trx) => writeDeskSettings(trx, config, { SMALL_BUSINESS: '1' }))
  await expect(followDeskSettings(config, site.services)).rejects.toThrow(StartProblem)
  await database.db.transaction().execute((trx) => writeDeskSettings(trx, config, { SMALL_BUSINESS: null }))
})
