import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import { mailsTo, newestMailTo } from '#support/mails.ts'
import { accountIn } from '#support/owners.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { allInvoices } from '#support/stored/money.ts'
import { giveRole, personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { sandboxRefunds } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { deleteDeclarationsBefore } from './declaration.store.ts'

const site = testApp({ settings: { RATE_LIMITS: '100', SELLER_EMAIL: 'robin@example.com' } })
beforeEach(() => site.startOver())

const ada = 'ada@example.org'
const operator = 'robin@example.com'
const ordinary = { name: 'Ada Lovelace', email: ada, kind: 'ordinary' }

/** Lets business time pass, in which nothing but the end of the trial falls due. */
async function days(count: number): Promise<void> {
  site.clock.advanceBusiness({ days: count })
  await runUpkeep(site.services)
}

/** An account holder who pays by the month, and whose trial is over. */
async function subscriber(): Promise<TestClient> {
  const browser = await accountHolder(site, ada)
  await days(15)
  expect((await subscribe(browser)).status).toBe(200)
  return browser
}

async function declare(what: 'Cancellation' | 'Withdrawal', body: object, headers = {}) {
  const reply = await site.client().call(calls[`declare${what}`], { body, headers })
  await site.services.queue.drain()
  return reply
}

async function statusOf(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.subscription?.status : undefined
}

const refunds = async () => (await sandboxRefunds(site.db)).map(({ cents }) => cents)

describe('a cancellation without signing in', () => {
  test('ends the contract for the next possible day, and is confirmed with the time at which it came', async () => {
    const browser = await subscriber()
    const reply = await declare('Cancellation', { ...ordinary, contract: 'Rechnung 2026-000001' })
    expect(reply.status).toBe(200)
    expect(reply.body.receivedAt).toBe(site.clock.now().toISOString())
    expect(await statusOf(browser)).toBe('pending-expiry')
    const mail = (await mailsTo(site, ada)).find(({ subject }) => subject === 'We received your cancellation')
    expect(mail?.text).toContain('6. December, 2026, 11:00:00 (Europe/Berlin)')
    expect(mail?.text).toContain('Contract: Rechnung 2026-000001')
    expect(mail?.text).toContain('Kind of cancellation: ordinary')
    expect(mail?.text).toContain('It ends on 6. January, 2027')
    expect(await mailsTo(site, operator)).toEqual([])
    // and it can be taken back
    expect((await browser.call(calls.resumeSubscription)).body.subscription.status).toBe('active')
  })

  test('notifies the owner, also if another confirmed address of theirs was given, in their language', async () => {
    const browser = await subscriber()
    await browser.call(calls.changeLanguage, { body: { language: 'de' } })
    await declare('Cancellation', { ...ordinary, email: 'Ada@Example.org' })
    expect(await statusOf(browser)).toBe('pending-expiry')
    const subjects = [...(await mailsTo(site, ada)), ...(await mailsTo(site, 'Ada@example.org'))]
    expect(subjects.map(({ subject }) => subject)).toContain('Wir haben Ihre Kündigung erhalten')
    expect((await newestMailTo(site, 'Ada@example.org')).text).toContain('Er endet am 6. Januar 2027')
  })

  test('by a declarer who knows only the address ends nothing, stays pending, and is reported to the owner', async () => {
    const browser = await subscriber()
    const reply = await declare('Cancellation', {
      ...ordinary,
      name: 'Mallory',
      contract: '0000 0000 0000 1',
    })
    expect([reply.status, reply.body.receivedAt]).toEqual([200, site.clock.now().toISOString()])
    expect(await statusOf(browser)).toBe('active')
    const mails = await mailsTo(site, ada)
    expect(mails.find(({ subject }) => /received your canc/.test(subject))?.text).toContain(
      '6. December, 2026, 11:00:00 (Europe/Berlin)',
    )
    const told = mails.find(({ subject }) => subject === 'Somebody cancelled your contract at Lectern')
    expect(told?.text).toContain('Nothing was changed')
    expect((await newestMailTo(site, operator)).subject).toBe('A cancellation at Lectern waits for you')
    expect(await allRows(site.db, 'declaration')).toMatchObject([
      { outcome: 'operator', holder_known: false },
    ])
  })

  test.each([
    ['the name in another order', { name: 'LOVELACE, Ada' }],
    ['the name without its accents and capitals', { name: 'adá  lovelace' }],
  ])('by %s is from the holder', async (_, change) => {
    const browser = await subscriber()
    await declare('Cancellation', { ...ordinary, ...change })
    expect(await statusOf(browser)).toBe('pending-expiry')
  })

  test("with the contract number is the holder's, whatever name and address: the owner is notified at their own", async () => {
    const browser = await subscriber()
    const { contractNumber = '' } = await accountIn(browser)
    expect(contractNumber).toMatch(/^\d{13}$/)
    const elsewhere = { ...ordinary, name: 'A. King', email: 'king@example.org' }
    await declare('Cancellation', { ...elsewhere, contract: `No. ${printedContractNumber(contractNumber)}` })
    expect(await statusOf(browser)).toBe('pending-expiry')
    const told = (await mailsTo(site, ada)).find(({ subject }) => subject.startsWith('Somebody cancelled'))
    expect(told?.text).toContain('take it back on your subscription page')
    expect(await mailsTo(site, 'king@example.org')).toHaveLength(1)
  })

  test('the required number is in mails about the contract and on its invoices', async () => {
    const browser = await subscriber()
    const number = printedContractNumber((await accountIn(browser)).contractNumber ?? '')
    const mails = await mailsTo(site, ada)
    expect(mails.filter(({ text }) => text.includes(`Contract number: ${number}`)).length).toBeGreaterThan(0)
    const [invoice] = await allInvoices(site.db)
    expect(invoice?.facts).toMatchObject({ buyer: { contractNumber: number.replaceAll(' ', '') } })
  })

  test.each([
    ['for good cause', { kind: 'extraordinary', reason: 'The videos do not play.' }],
    ['for a day after the running period', { endsOn: '2027-03-01' }],
  ])('%s is for the operator to look at', async (_, change) => {
    const browser = await subscriber()
    await declare('Cancellation', { ...ordinary, ...change })
    expect(await statusOf(browser)).toBe('active')
    const mail = await newestMailTo(site, operator)
    expect(mail.subject).toBe('A cancellation at Lectern waits for you')
    expect(mail.text).toContain('There is an account with this confirmed address')
    const confirmed = (await mailsTo(site, ada)).find(({ subject }) => /received your canc/.test(subject))
    expect(confirmed?.text).toContain('we look at it ourselves')
  })

  test('for a day within the running period ends it with that period', async () => {
    const browser = await subscriber()
    await declare('Cancellation', { ...ordinary, endsOn: '2026-12-20' })
    expect(await statusOf(browser)).toBe('pending-expiry')
  })

  test('with an address without a contract is answered the same, and the operator is notified', async () => {
    await subscriber()
    const reply = await declare('Cancellation', { ...ordinary, email: 'nobody@example.org' })
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['receivedAt']])
    expect((await newestMailTo(site, operator)).text).toContain('No account has this address')
    expect(await mailsTo(site, 'nobody@example.org')).toHaveLength(1)
  })

  test('by a plain user of the account, or with an unconfirmed address, ends nothing', async () => {
    const browser = await subscriber()
    const { userId } = await personAt(site.db, ada)
    await giveRole(site.db, userId, 'user')
    await declare('Cancellation', ordinary)
    await giveRole(site.db, userId, 'owner')
    await markConfirmed(site.db, userId, null)
    await declare('Cancellation', ordinary)
    await markConfirmed(site.db, userId, new Date())
    expect(await statusOf(browser)).toBe('active')
    expect(await mailsTo(site, operator)).toHaveLength(2)
  })

  test('waits for a charge in progress, and is executed when that is settled', async () => {
    const browser = await accountHolder(site, ada)
    await days(15)
    const sandbox = sandboxOf(site)
    await sandbox.setFault('hang')
    expect((await subscribe(browser)).status).toBe(202)
    await declare('Cancellation', ordinary)
    const confirmed = (await mailsTo(site, ada)).find(({ subject }) => /received your canc/.test(subject))
    expect(confirmed?.text).toContain('A payment for your contract is just being processed.')
    await sandbox.setFault('none')
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await statusOf(browser)).toBe('pending-expiry')
    expect(await mailsTo(site, operator)).toEqual([])
  })

  test('is for the operator to look at once such a charge is unsettled for a day', async () => {
    const browser = await accountHolder(site, ada)
    await days(15)
    await sandboxOf(site).setFault('hang')
    expect((await subscribe(browser)).status).toBe(202)
    await declare('Cancellation', ordinary)
    const handed = async () =>
      (await mailsTo(site, operator)).filter(({ text }) => text.includes(`Email: ${ada}`)).length
    expect(await handed()).toBe(0)
    site.clock.advanceBusiness({ hours: 25 })
    await runUpkeep(site.services)
    expect(await handed()).toBe(1)
    await sandboxOf(site).setFault('none')
  })
})

describe('a withdrawal without signing in', () => {
  const withdrawal = { name: 'ada lovelace', email: ada }

  test('within 14 days ends the contract and gives everything back', async () => {
    const browser = await subscriber()
    await days(13)
    await declare('Withdrawal', withdrawal)
    expect(await statusOf(browser)).toBe('cancelled')
    expect(await refunds()).toEqual([1190])
    const mail = (await mailsTo(site, ada)).find(({ text }) => text.includes('Email: ada@example.org'))
    expect(mail?.subject).toBe('We received your withdrawal')
    expect(mail?.text).toContain('Your contract has ended on 19. December, 2026')
  })

  test.each([
    ['after that time', 16, withdrawal],
    ['under another name', 0, { ...withdrawal, name: 'Mallory' }],
    ['from a part in words', 0, { ...withdrawal, part: 'one of two users' }],
  ])('%s is for the operator to look at', async (_, passed, body) => {
    const browser = await subscriber()
    await days(passed)
    await declare('Withdrawal', body)
    expect(await statusOf(browser)).toBe('active')
    expect(await refunds()).toEqual([])
    expect((await newestMailTo(site, operator)).subject).toBe('A withdrawal at Lectern waits for you')
  })

  test('of a company is for the operator: consumer law does not hold', async () => {
    const browser = await subscriber()
    await browser.call(calls.changeVatId, { body: { country: 'DE', vatId: 'DE136695976' } })
    await declare('Withdrawal', withdrawal)
    expect(await statusOf(browser)).toBe('active')
  })
})

describe('refused declarations', () => {
  test.each([
    ['Cancellation', { ...ordinary, name: ' ' }, { name: 'Please enter your name.' }],
    ['Cancellation', { ...ordinary, email: 'ada' }, { email: 'Please enter a valid email.' }],
    ['Cancellation', { ...ordinary, kind: 'extraordinary' }, { reason: 'Please tell us the reason.' }],
    ['Cancellation', { ...ordinary, endsOn: '2026-11-20' }, { endsOn: /not over yet/ }],
    ['Withdrawal', { name: '', email: '' }, { name: 'Please enter your name.' }],
  ] as const)('%s with %j', async (what, body, errors) => {
    const { status, problem } = await declare(what, body)
    expect(status).toBe(422)
    for (const [field, sentence] of Object.entries(errors)) expect(problem?.errors?.[field]).toMatch(sentence)
    expect(await allRows(site.db, 'declaration')).toEqual([])
  })
})

test('the same declaration sent again counts once', async () => {
  const browser = site.client()
  const headers = { 'idempotency-key': 'once-and-for-all' }
  const replies = []
  for (let time = 0; time < 2; time += 1)
    replies.push(await browser.call(calls.declareCancellation, { body: ordinary, headers }))
  expect(replies[0]?.body).toEqual(replies[1]?.body)
  await site.services.queue.drain()
  expect(await mailsTo(site, operator)).toHaveLength(1)
})

test("a stranger's text cannot become a link in a mail to another person", async () => {
  await declare('Cancellation', {
    ...ordinary,
    kind: 'extraordinary',
    name: 'Win at https://evil.example',
    reason: 'Go to www.evil.example/now <b>today</b>',
  })
  const { text, html } = await newestMailTo(site, ada)
  const own = site.services.config.baseUrl.origin
  expect(text.replaceAll(own, '').replaceAll(ada, '')).not.toMatch(/https?:\/\/|www\.|evil\.example/)
  expect(html).not.toContain('<b>')
  expect(text).toContain('<b>today<')
})

test('a network may declare ten times an hour; an address gets three confirmations', async () => {
  const strict = await createTestApp({ settings: { SELLER_EMAIL: operator } })
  try {
    const from = (remoteAddress: string) =>
      strict.client({ remoteAddress }).call(calls.declareCancellation, { body: ordinary })
    for (let time = 0; time < 10; time += 1) expect((await from('192.0.2.1')).status).toBe(200)
    expect((await from('192.0.2.1')).problem?.code).toBe('too-many-requests')
    expect((await from('198.51.100.1')).status).toBe(200)
    await strict.services.queue.drain()
    expect(await mailsTo(strict, ada)).toHaveLength(3)
    // none of them is lost
    expect(await mailsTo(strict, operator)).toHaveLength(11)
  } finally {
    await strict.close()
  }
})

test('declarations are deleted once no claim can arise from them', async () => {
  await declare('Cancellation', ordinary)
  site.clock.advanceBusiness({ days: 3 * 365 })
  await runUpkeep(site.services)
  const kept = () => allRows(site.db, 'declaration')
  expect(await kept()).toHaveLength(1)
  site.clock.advanceBusiness({ days: 370 })
  await runUpkeep(site.services)
  expect(await kept()).toEqual([])
})

test('an open one is never deleted', async () => {
  await site.client().call(calls.declareCancellation, { body: ordinary })
  const later = new Date(site.clock.now().getTime() + 1)
  await deleteDeclarationsBefore(site.db, later)
  expect(await allRows(site.db, 'declaration')).toMatchObject([{ outcome: 'received' }])
  await site.services.queue.drain()
  await deleteDeclarationsBefore(site.db, later)
  expect(await allRows(site.db, 'declaration')).toEqual([])
})
