import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase } from '#support/database.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import {
  anyMailWaits,
  attachmentNames,
  attachmentsOf,
  countMails,
  deleteOldMails,
  forgetRecipients,
  forgetUndeliveredTexts,
  insertMail,
  markFailed,
  markGivenUp,
  markSent,
  postpone,
  readSentMails,
} from './mail.store.ts'
import { languageOfUser } from './mail-language.store.ts'
import {
  deletePausesWithoutMails,
  endPauses,
  lockFailures,
  putOffAll,
  storeFailures,
} from './mail-pause.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'mail_attachment', 'mail', 'mail_pause'))

const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

type Change = Partial<Insertable<Tables['mail']>>
const out = { sent_at: by(-9) }
const givenUp = { failed_at: by(-9) }

/** Mails that wait, by the name of what each is about. Answers their ids. */
async function write<Name extends string>(mails: Record<Name, Change>): Promise<Record<Name, string>> {
  const ids = Object.keys(mails).map((name) => [name, randomUUID()])
  const idOf = Object.fromEntries(ids) as Record<Name, string>
  for (const [name, change] of Object.entries<Change>(mails))
    await storeRows(database.db, 'mail', {
      id: idOf[name as Name],
      effect_key: name,
      template: 'deleted',
      recipient: `${name}@example.org`,
      subject: `about ${name}`,
      text_body: `text of ${name}`,
      html_body: `html of ${name}`,
      created_at: now,
      next_attempt_at: now,
      ...change,
    })
  return idOf
}
const rows = async () => (await allRows(database.db, 'mail')).toSorted((a, b) => a.position - b.position)
const names = async () => (await rows()).map(({ effect_key }) => effect_key)
const rowOf = async (id: string) => (await rows()).find((row) => row.id === id)

const attach = (mailId: string, ...fileNames: readonly string[]) =>
  storeRows(
    database.db,
    'mail_attachment',
    ...fileNames.map((name, position) => ({
      mail_id: mailId,
      position,
      file_name: name,
      content_type: 'text/plain',
      bytes: Buffer.from(name),
    })),
  )
const attached = async () =>
  (await allRows(database.db, 'mail_attachment')).map(({ file_name }) => file_name).toSorted()

describe('the language of a user’s mails', () => {
  const users = {
    german: randomUUID(),
    ofGerman: randomUUID(),
    english: randomUUID(),
    ofEnglish: randomUUID(),
  }
  beforeAll(async () => {
    const accounts = { de: randomUUID(), en: randomUUID() }
    const user = (id: string, account: 'de' | 'en', language: 'de' | 'en' | null) =>
      storeRows(database.db, 'account_user', {
        id,
        account_id: accounts[account],
        name: 'Ada',
        role: 'user',
        language,
        created_at: now,
      })
    for (const language of ['de', 'en'] as const)
      await storeRows(database.db, 'account', {
        id: accounts[language],
        name: language,
        language,
        created_at: now,
      })
    await user(users.german, 'en', 'de')
    await user(users.english, 'de', 'en')
    await user(users.ofGerman, 'de', null)
    await user(users.ofEnglish, 'en', null)
  })

  test.each([
    ['their own choice, German', users.german, 'de'],
    ['their own choice, English', users.english, 'en'],
    ['their account’s without one, German', users.ofGerman, 'de'],
    ['their account’s without one, English', users.ofEnglish, 'en'],
    ['English for somebody who is gone', randomUUID(), 'en'],
  ])('is %s', async (_, userId, language) => {
    expect(await languageOfUser(database.db, userId)).toBe(language)
  })
})

describe('the outbox', () => {
  const order = (effectKey: string, files: readonly string[] = []) => ({
    id: randomUUID(),
    effectKey,
    template: 'order',
    to: 'ada@example.org',
    subject: 'Yours',
    text: 'text',
    html: 'html',
    invoiceId: null,
    unsubscribeUrl: null,
    sendBefore: null,
    broadcastId: null,
    attachments: files.map((fileName) => ({ fileName, contentType: 'a/b', bytes: Buffer.from(fileName) })),
    createdAt: now,
    nextAttemptAt: now,
  })

  test('takes a mail once for each effect, with as many files as there are', async () => {
    const one = order('one', ['terms', 'form'])
    for (const mail of [order('none'), one, order('one', ['again']), order('single', ['only'])])
      await insertMail(database.db, mail)
    expect(await names()).toEqual(['none', 'one', 'single'])
    expect(await attachmentsOf(database.db, one.id)).toEqual([
      { fileName: 'terms', contentType: 'a/b', bytes: Buffer.from('terms') },
      { fileName: 'form', contentType: 'a/b', bytes: Buffer.from('form') },
    ])
    expect(await attached()).toEqual(['form', 'only', 'terms'])
  })

  test('names the files of the mails that are asked for', async () => {
    const { first, second, third } = await write({ first: {}, second: {}, third: {} })
    await attach(first, 'a', 'b')
    await attach(second, 'c')
    await attach(third, 'd')
    expect(await attachmentNames(database.db, [first, second])).toEqual([
      { mailId: first, position: 0, name: 'a' },
      { mailId: second, position: 0, name: 'c' },
      { mailId: first, position: 1, name: 'b' },
    ])
    expect(await attachmentNames(database.db, [third])).toHaveLength(1)
    expect(await attachmentNames(database.db, [])).toEqual([])
  })

  test('counts the mails of one kind to one address after an instant, however it was typed', async () => {
    const to = { recipient: 'Ada@example.org' }
    await write({
      at: { ...to, created_at: now },
      after: { ...to, created_at: by(1) },
      later: { ...to, created_at: by(2) },
      kind: { ...to, created_at: by(1), template: 'order' },
      other: { created_at: by(1) },
    })
    const asked = { recipientKey: 'ada@example.org', template: 'deleted', since: now }
    expect(await countMails(database.db, asked)).toBe(2)
  })

  test('says whether a mail waits', async () => {
    await write({ out, givenUp })
    expect(await anyMailWaits(database.db)).toBe(false)
    await write({ waits: {} })
    expect(await anyMailWaits(database.db)).toBe(true)
  })

  test('shows the latest mails, newest first', async () => {
    await write({
      waits: { created_at: by(9) },
      oldest: { ...out, created_at: by(-1) },
      former: { ...out, next_attempt_at: by(1) },
      early: out,
      late: out,
      newest: { ...out, created_at: by(1) },
    })
    const shown = async (limit: number) =>
      (await readSentMails(database.db, limit)).map(({ effect_key }) => effect_key)
    expect(await shown(9)).toEqual(['newest', 'former', 'late', 'early', 'oldest'])
    expect(await shown(1)).toEqual(['newest'])
  })
})

describe('of one mail among others', () => {
  const reason = '550 no such user'
  const held = { taken_until: by(1), last_error: 'formerly' }
  let ids: { one: string; other: string }
  let before: Awaited<ReturnType<typeof rowOf>>
  beforeEach(async () => {
    ids = await write({ one: held, other: held })
    before = await rowOf(ids.one)
    await attach(ids.one, 'of one')
    await attach(ids.other, 'of other')
  })

  const isAllThatChanged = async (change: Partial<Selectable<Tables['mail']>>) => {
    expect(await rowOf(ids.one)).toEqual({ ...before, ...change })
    expect(await rowOf(ids.other)).toMatchObject({
      ...held,
      effect_key: 'other',
      sent_at: null,
      failed_at: null,
    })
  }

  test('the text and the files go with its delivery', async () => {
    await markSent(database.db, ids.one, { sentAt: by(2), deliveredAt: by(3), keepContent: false })
    const empty = { text_body: '', html_body: '' }
    await isAllThatChanged({
      sent_at: by(2),
      delivered_at: by(3),
      taken_until: null,
      last_error: null,
      ...empty,
    })
    expect(await attached()).toEqual(['of other'])
  })

  test('text and files stay where mails are kept to be read', async () => {
    await markSent(database.db, ids.one, { sentAt: by(2), deliveredAt: by(3), keepContent: true })
    await isAllThatChanged({ sent_at: by(2), delivered_at: by(3), taken_until: null, last_error: null })
    expect(await attached()).toEqual(['of one', 'of other'])
  })

  test('is noted that it was refused', async () => {
    await markFailed(database.db, ids.one, { failedAt: by(2), reason })
    await isAllThatChanged({ failed_at: by(2), taken_until: null, last_error: reason })
  })

  test('is noted that it was given up', async () => {
    await markGivenUp(database.db, ids.one, { failedAt: by(2), givenUpAt: by(3), reason })
    await isAllThatChanged({ failed_at: by(2), given_up_at: by(3), taken_until: null, last_error: reason })
  })

  test('is noted when it is tried again, and since when it is put off', async () => {
    const postponed = (at: number) =>
      postpone(database.db, ids.one, { now: by(at), nextAttemptAt: by(at + 30), reason })
    await postponed(1)
    const since = { taken_until: null, last_error: reason, put_off_since: by(1) }
    await isAllThatChanged({ ...since, next_attempt_at: by(31) })
    await postponed(2)
    await isAllThatChanged({ ...since, next_attempt_at: by(32) })
  })
})

describe('after some time', () => {
  test('undelivered mails are emptied', async () => {
    const { at, before } = await write({ at: { failed_at: now }, before: { failed_at: by(-1) }, waits: {} })
    await attach(at, 'kept')
    await attach(before, 'gone')
    await forgetUndeliveredTexts(database.db, now)
    expect((await rows()).map(({ text_body, html_body }) => [text_body, html_body])).toEqual([
      ['text of at', 'html of at'],
      ['', ''],
      ['text of waits', 'html of waits'],
    ])
    expect(await attached()).toEqual(['kept'])
  })

  test('sent and abandoned mails are deleted, waiting ones are not', async () => {
    const old = { created_at: by(-1) }
    await write({ sent: { ...old, ...out }, failed: { ...old, ...givenUp }, waits: old, at: out })
    await deleteOldMails(database.db, now)
    expect(await names()).toEqual(['waits', 'at'])
  })

  test('no address is kept with a sent or abandoned mail', async () => {
    const old = {
      created_at: by(-1),
      last_error: '550 gone@example.org',
      unsubscribe_url: 'https://films.example.org/unsubscribe',
    }
    const { keyed } = await write({
      sent: { ...old, ...out },
      failed: { ...old, ...givenUp },
      keyed: { ...old, ...out, effect_key: 'deleted keyed@example.org' },
      waits: old,
      at: { ...old, ...out, created_at: now },
      operator: { ...old, ...out, recipient: 'Operator@example.org' },
      contact: { ...old, ...out, recipient: 'Contact@example.org' },
      buyer: { ...old, ...out, recipient: 'Buyer@example.org' },
      declarer: { ...old, ...out, recipient: 'Declarer@example.org' },
    })
    await storeOwners(database.db, [{ name: 'Ada', email: 'contact@example.org' }], now)
    await storeOrder('buyer@example.org')
    await storeDeclaration('declarer@example.org')
    const before = await rows()
    await forgetRecipients(database.db, { createdBefore: now, kept: 'operator@example.org' })
    const forgotten = {
      recipient: '',
      subject: '',
      text_body: '',
      html_body: '',
      last_error: null,
      unsubscribe_url: null,
      domain: '',
    }
    const [sent, failed, ofKey, ...others] = before
    expect(await rows()).toEqual([
      { ...sent, ...forgotten },
      { ...failed, ...forgotten },
      { ...ofKey, ...forgotten, effect_key: keyed },
      ...others,
    ])
  })
})

async function storeOrder(email: string): Promise<void> {
  const id = randomUUID()
  await storeRows(database.db, 'shop_checkout', {
    order_id: id,
    email,
    provider: 'sandbox',
    mode: 'test',
    created_at: now,
  })
  await storeRows(database.db, 'shop_order', {
    id,
    email,
    email_key: email,
    language: 'en',
    state: 'paid',
    lines: '[]',
    facts: '{}',
    net_cents: 100,
    vat_cents: 19,
    gross_cents: 119,
    placed_at: now,
  })
}

const storeDeclaration = (email: string) =>
  storeRows(database.db, 'declaration', {
    id: randomUUID(),
    kind: 'cancellation',
    received_at: now,
    name: 'Ada',
    email,
    email_key: email,
    cancellation: 'ordinary',
    language: 'en',
  })

describe('failures in a scope', () => {
  const lock = (scope: string) => inTransaction(database.db, (trx) => lockFailures(trx, scope))
  const store = (scope: string, failures: Parameters<typeof storeFailures>[2]) =>
    inTransaction(database.db, (trx) => storeFailures(trx, scope, failures))

  test('are counted from none, with the last recipient and the end of the pause', async () => {
    const { last } = await write({ first: {}, last: {} })
    const none = { failures: 0, recipient: null, until: null }
    expect(await lock('a.example')).toEqual(none)
    expect(await lock('b.example')).toEqual(none)
    await store('a.example', { failures: 3, mailId: last, until: by(60) })
    expect(await lock('a.example')).toEqual({ failures: 3, recipient: 'last@example.org', until: by(60) })
    expect(await lock('b.example')).toEqual(none)
    await emptyTables(database.db, 'mail')
    expect(await lock('a.example')).toEqual({ failures: 3, recipient: null, until: by(60) })
  })

  test('end with the next delivery', async () => {
    for (const scope of ['a.example', 'b.example', '*']) await lock(scope)
    await endPauses(database.db, ['b.example', '*'])
    expect((await allRows(database.db, 'mail_pause')).map(({ scope }) => scope)).toEqual(['a.example'])
  })

  test('are forgotten once no mail waits for the host', async () => {
    await write({
      waits: { recipient: 'ada@waits.example' },
      out: { ...out, recipient: 'ada@out.example' },
      givenUp: { ...givenUp, recipient: 'ada@given-up.example' },
    })
    for (const scope of ['waits.example', 'out.example', 'given-up.example', '*']) await lock(scope)
    const left = async () => (await allRows(database.db, 'mail_pause')).map(({ scope }) => scope).toSorted()
    await deletePausesWithoutMails(database.db)
    expect(await left()).toEqual(['*', 'waits.example'])
    await emptyTables(database.db, 'mail')
    await deletePausesWithoutMails(database.db)
    expect(await left()).toEqual([])
  })
})

describe('mails that wait because of a failure', () => {
  const at = { recipient: 'ada@away.example' }
  const put = { put_off_since: by(-1), last_error: null }
  const mails = {
    fresh: at,
    ended: { ...at, taken_until: now },
    held: { ...at, taken_until: by(1) },
    waited: { ...at, put_off_since: by(-10) },
    waitedLess: { ...at, ...put },
    out: { ...at, ...out },
    givenUp: { ...at, ...givenUp },
    elsewhere: { recipient: 'ada@here.example' },
    elsewhereLong: { recipient: 'ada@here.example', put_off_since: by(-11) },
  }
  const putOff = (scope: string) =>
    putOffAll(database.db, scope, { now, endsBefore: by(-10), failedAt: by(5), reason: 'away' })
  /** The relevant columns of the rows. */
  const told = async () =>
    Object.fromEntries(
      (await rows()).map((row) => [
        row.effect_key,
        [row.put_off_since, row.last_error, row.given_up_at, row.failed_at],
      ]),
    )

  test('of one host are put off, and given up after long', async () => {
    await write(mails)
    await putOff('away.example')
    expect(await told()).toEqual({
      fresh: [now, 'away', null, null],
      ended: [now, 'away', null, null],
      held: [null, null, null, null],
      waited: [by(-10), null, now, by(5)],
      waitedLess: [by(-1), null, null, null],
      out: [null, null, null, null],
      givenUp: [null, null, null, givenUp.failed_at],
      elsewhere: [null, null, null, null],
      elsewhereLong: [by(-11), null, null, null],
    })
  })

  test('of the mail server itself are those of all hosts', async () => {
    await write(mails)
    await putOff('*')
    expect(await told()).toMatchObject({
      fresh: [now, 'away', null, null],
      elsewhere: [now, 'away', null, null],
      elsewhereLong: [by(-11), null, now, by(5)],
    })
  })
})
