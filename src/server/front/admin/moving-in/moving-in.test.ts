import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { browserOf, expiredOwner, signedInAdmin, theAdmin } from '#support/admin.ts'
import { findTraces } from '#support/dump.ts'
import { mailsTo } from '#support/mails.ts'
import { linksTo } from '#support/password-links.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { rounds } from '#support/rounds.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { paidOrder } from '#support/shopper.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows, contentsOf, tableNames } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { movePeople } from './move-people.ts'

let admin: TestClient
const site = testApp({ start: new Date('2026-11-26T10:00:00Z') })
const { password } = theAdmin
beforeAll(() => signedInAdmin(site))
beforeEach(async () => {
  admin = await browserOf(site, theAdmin.userId)
})

const columns = ['E-Mail', 'Name', 'Until', 'Seats', 'Agreed']
const mapping = { email: 0, name: 1, until: 2, seats: 3, consentOn: 4 }
const listOf = (...rows: readonly (readonly string[])[]) => ({
  file: 'customers.csv',
  columns,
  rows: rows.map((cells, index) => ({
    row: index + 2,
    cells: columns.map((_, column) => cells[column] ?? ''),
  })),
  mapping,
  language: 'de' as const,
  password,
})
const check = async (...rows: readonly (readonly string[])[]) => {
  const { status, body } = await admin.call(calls.checkPeopleList, { body: listOf(...rows) })
  expect(status).toBe(200)
  return body
}
const start = async (id: string) => (await admin.call(calls.importPeople, { body: { id, password } })).status
const undo = (id: string) => admin.call(calls.undoPeopleImport, { body: { id, password } })
const again = async () => {
  admin = await browserOf(site, theAdmin.userId)
}
const bring = async (...rows: readonly (readonly string[])[]) => {
  const { id } = await check(...rows)
  expect(await start(id)).toBe(200)
  await site.services.queue.drain()
  return id
}
const stateOf = async (id: string): Promise<PeopleImport> => {
  const { body } = await admin.call(calls.peopleImports)
  const found = body.imports.find((one) => one.id === id)
  if (!found) throw new Error('there is no such import')
  return found
}
const errorsOf = async (id: string, language = 'en') => {
  const { status, text } = await admin.call(calls.peopleListErrors, {
    params: { id },
    query: { lang: language },
  })
  return status === 200 ? text : status
}

test('a check adds nobody, counts, and names the first people and rows with errors', async () => {
  const before = (await allRows(site.db, 'account')).length
  const { id: _, ...checked } = await check(
    ['ada@in.example', 'Ada', '31.12.2026', '5', '2025-02-01'],
    ['ada@in.example'],
    [theAdmin.email.toUpperCase()],
    ['bo@in.example', 'Bo \u0378'],
    ['cy@in.example'],
  )
  expect(checked).toEqual({
    good: 2,
    bad: 3,
    withAccess: 1,
    withCard: 0,
    withConsent: 1,
    people: [
      {
        row: 2,
        name: 'Ada',
        email: 'ada@in.example',
        seats: 5,
        until: '2026-12-31',
        language: 'de',
        consentOn: '2025-02-01',
      },
      {
        row: 6,
        name: 'cy',
        email: 'cy@in.example',
        seats: 1,
        until: null,
        language: 'de',
        consentOn: null,
      },
    ],
    faults: [
      { row: 3, email: 'ada@in.example', fault: 'email-twice' },
      { row: 4, email: theAdmin.email.toUpperCase(), fault: 'email-taken' },
      { row: 5, email: 'bo@in.example', fault: 'name-unprintable' },
    ],
  })
  expect(await allRows(site.db, 'account')).toHaveLength(before)
})

test('rows with errors come back as a file with their cells and the error, without formulas', async () => {
  const { id } = await check(
    ['=HYPERLINK("https://evil.example")', 'A, "B"\nC', '@SUM(1)', '1', ''],
    ['fine@in.example'],
  )
  expect(await errorsOf(id)).toBe(
    '\uFEFFE-Mail,Name,Until,Seats,Agreed,error\r\n' +
      `"'=HYPERLINK(""https://evil.example"")","A, ""B""\nC","'@SUM(1)",1,,This is not an email address.\r\n`,
  )
  expect(await errorsOf(id, 'de')).toContain('Das ist keine E-Mail-Adresse.')
})

test('a check is refused without the admin, a CSRF token or a confirmation, and changes nothing', async () => {
  const { password: _, ...body } = listOf(['never@in.example'])
  const owner = await browserOf(site, expiredOwner.userId)
  const before = await allRows(site.db, 'people_import')
  const answers = [
    await site.client().call(calls.checkPeopleList, { body }),
    await owner.call(calls.checkPeopleList, { body }),
    await admin.call(calls.checkPeopleList, { body, csrf: 'none' }),
    await admin.call(calls.checkPeopleList, { body }),
    await admin.call(calls.checkPeopleList, { body: { ...body, password: 'wrong' } }),
  ]
  expect(answers.map(({ status, problem }) => `${status} ${problem?.code}`)).toEqual([
    '401 login-required',
    '403 forbidden',
    '403 csrf',
    '403 password-required',
    '403 wrong-password',
  ])
  expect(await allRows(site.db, 'people_import')).toEqual(before)
})

describe('an import', () => {
  let id: string
  beforeAll(async () => {
    admin = await browserOf(site, theAdmin.userId)
    id = await bring(
      ['dora@in.example', 'Dora', '2026-12-31', '5', '2025-02-01'],
      ['emil@in.example', 'Emil'],
      ['not an address'],
    )
  })

  test('adds its people with the time that they bring, unconfirmed and without a mail', async () => {
    expect(await stateOf(id)).toMatchObject({ state: 'done', added: 2, waiting: 0, refused: 1 })
    const { accountId } = await personAt(site.db, 'dora@in.example')
    expect(await storedSubscription(site.db, accountId)).toMatchObject({
      status: 'prepaid',
      licenseCount: 5,
      // the day ends in Berlin
      until: new Date('2026-12-31T23:00:00Z'),
    })
    const { body } = await admin.call(calls.people, { query: { search: 'emil@in.example' } })
    expect(body.people).toMatchObject([{ name: 'Emil', status: 'none', confirmed: false, language: 'de' }])
    expect(await queuedMails(site.db, 'dora@in.example')).toEqual([])
    expect(await queuedMails(site.db, 'emil@in.example')).toEqual([])
  })

  test('is one entry of the audit log', async () => {
    const entries = (await allRows(site.db, 'audit_entry')).filter(({ target }) => target === id)
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['people-imported', 'people-list-checked'])
  })

  test('cannot be begun twice', async () => {
    expect(await start(id)).toBe(409)
  })

  test('records consent as the word of the operator, and sends no messages of the first week', async () => {
    const { accountId } = await personAt(site.db, 'dora@in.example')
    const consents = (await allRows(site.db, 'newsletter_consent')).filter(
      (row) => row.account_id === accountId,
    )
    expect(consents).toMatchObject([
      {
        agreed: true,
        means: 'import',
        at: new Date('2025-01-31T23:00:00Z'),
        text: 'Nach Angabe des Anbieters: Datei customers.csv, zugestimmt am 1. Februar 2025.',
      },
    ])
    const { accountId: other } = await personAt(site.db, 'emil@in.example')
    expect((await allRows(site.db, 'newsletter_consent')).map((row) => row.account_id)).not.toContain(other)
  })

  test('adds nobody twice', async () => {
    expect(await check(['DORA@in.example'], ['emil@IN.example'])).toMatchObject({ good: 0, bad: 2 })
  })

  test('lets people in who ask for a password, which starts no trial', async () => {
    for (const email of ['dora@in.example', 'emil@in.example'])
      expect((await site.client().call(calls.requestReset, { body: { email } })).status).toBe(200)
    const [mail] = await mailsTo(site, 'emil@in.example')
    expect(mail?.text).toContain('ist zu Lectern umgezogen')
    const sessions = []
    for (const email of ['dora@in.example', 'emil@in.example']) {
      const [link] = await linksTo(site, email, 'create-password')
      const browser = site.client()
      const chosen = await browser.call(calls.createPassword, {
        body: { contact: '', code: '', ...link, password: 'notes on the engine' },
      })
      expect(chosen.status).toBe(200)
      expect((await signIn(browser, email)).status).toBe(200)
      sessions.push((await browser.call(calls.userSession)).body)
    }
    expect(sessions).toMatchObject([
      { subscription: { status: 'prepaid', licenseCount: 5 } },
      { authenticated: true },
    ])
    expect(sessions[1]).not.toHaveProperty('subscription.status')
    site.clock.advance({ days: 2 })
    await runUpkeep(site.services)
    const sent = await queuedMails(site.db, 'dora@in.example')
    expect(sent.map(({ template }) => template)).not.toContain('newsletter')
    site.clock.startOver()
  })
})

test('a row whose address is taken before its turn is refused like one of the check', async () => {
  const { id } = await check(['late@in.example'], ['other@in.example'])
  const { id: faster } = await check(['late@in.example'])
  // the first was replaced by the second
  expect(await start(id)).toBe(409)
  expect(await start(faster)).toBe(200)
  await site.services.queue.drain()
  const { id: third } = await check(['third@in.example'])
  await start(third)
  await site.db
    .updateTable('people_import_row')
    .set({ person: JSON.stringify(late) })
    .where('import_id', '=', third)
    .execute()
  await site.services.queue.drain()
  expect(await stateOf(third)).toMatchObject({ state: 'done', added: 0, refused: 1 })
  expect(await errorsOf(third)).toContain('third@in.example,,,,,This email belongs to an account already.')
})
const late = {
  name: 'late',
  email: 'late@in.example',
  emailKey: 'late@in.example',
  seats: 1,
  until: null,
  language: 'en',
  consentOn: null,
}

test('nobody is forgotten for not confirming, and nobody gets a mail before the invitation', async () => {
  await bring(['quiet@in.example', 'Quiet', '2026-12-05'])
  const { accountId } = await personAt(site.db, 'quiet@in.example')
  site.clock.advance({ days: 40 })
  await runUpkeep(site.services)
  expect(await storedSubscription(site.db, accountId)).toMatchObject({ status: 'cancelled' })
  expect(await queuedMails(site.db, 'quiet@in.example')).toEqual([])
  await again()
  await bring(['silent@in.example'])
  site.clock.advance({ days: 40 })
  await runUpkeep(site.services)
  expect((await personAt(site.db, 'silent@in.example')).accountId).not.toBe('')
  site.clock.startOver()
})

test('the lists are forgotten after 24 hours, with all rows', async () => {
  const id = await bring(['kept@in.example'], ['forgotten in example'])
  await check(['checked-only@in.example'])
  site.clock.advance({ seconds: 86_399 })
  await runUpkeep(site.services)
  await again()
  expect(await errorsOf(id)).toContain('forgotten in example')
  site.clock.advance({ seconds: 1 })
  await runUpkeep(site.services)
  expect(await errorsOf(id)).toBe(404)
  expect(await stateOf(id)).toMatchObject({ state: 'done', added: 1, refused: 0 })
  expect(await findTraces(site.services.database, ['forgotten in example', 'checked-only'])).toEqual([])
  site.clock.startOver()
})

test('a list with an unknown column, 1,001 columns or too many bytes is refused', async () => {
  const list = listOf(['a@in.example'])
  const answers = [
    await admin.call(calls.checkPeopleList, { body: { ...list, mapping: { email: 5 } } }),
    await admin.call(calls.checkPeopleList, {
      body: { ...list, columns: Array.from({ length: 1_001 }, () => '') },
    }),
    await admin.call(calls.checkPeopleList, { body: listOf(['a\u0000@in.example']) }),
    await admin.call(calls.checkPeopleList, { body: listOf(['a'.repeat(10_000_000)]) }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 413])
})

describe('invitations', () => {
  const invite = (id: string, count: number) =>
    admin.call(calls.invitePeople, { body: { id, count, password } })
  const minute = () => {
    site.clock.advance({ seconds: 60 })
    return runUpkeep(site.services)
  }

  test('are sent to as many as were ordered, a few each minute, once', async () => {
    const people = Array.from({ length: 35 }, (_, index) => [`guest${index}@invited.example`])
    const id = await bring(...people)
    expect(await stateOf(id)).toMatchObject({ invited: 0, ordered: 0, uninvited: 35 })
    expect((await invite(id, 36)).problem?.code).toBe('version-conflict')
    expect((await invite(id, 2)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ invited: 0, ordered: 2, uninvited: 33 })
    await minute()
    expect(await stateOf(id)).toMatchObject({ invited: 2, ordered: 0, uninvited: 33 })
    expect((await invite(id, 33)).status).toBe(200)
    await minute()
    expect(await stateOf(id)).toMatchObject({ invited: 32, ordered: 3, uninvited: 0 })
    await minute()
    await minute()
    expect(await stateOf(id)).toMatchObject({ invited: 35, ordered: 0, uninvited: 0 })
    const mails = (await queuedMails(site.db)).filter(({ to }) => to.endsWith('@invited.example'))
    expect(new Set(mails.map(({ to }) => to)).size).toBe(35)
    expect(mails).toHaveLength(35)
    const [link] = await linksTo(site, 'guest3@invited.example', 'create-password')
    const chosen = await site.client().call(calls.createPassword, {
      body: { contact: '', code: '', ...link, password: 'notes on the engine' },
    })
    expect(chosen.status).toBe(200)
  })

  test('go neither to people who let themselves in, nor to an address that was confirmed meanwhile', async () => {
    const id = await bring(['early@invited.example'], ['twin@invited.example'], ['third@invited.example'])
    await site.client().call(calls.requestReset, { body: { email: 'early@invited.example' } })
    const [link] = await linksTo(site, 'early@invited.example', 'create-password')
    await site.client().call(calls.createPassword, {
      body: { contact: '', code: '', ...link, password: 'notes on the engine' },
    })
    expect((await invite(id, 2)).status).toBe(200)
    await confirmedIn(site, site.client(), 'twin@invited.example')
    const before = (await queuedMails(site.db, 'twin@invited.example')).length
    await minute()
    expect(await stateOf(id)).toMatchObject({ invited: 1, ordered: 0, uninvited: 0 })
    expect(await queuedMails(site.db, 'twin@invited.example')).toHaveLength(before)
  })

  test('are not written for people who were deleted meanwhile', async () => {
    const id = await bring(['undone@invited.example'])
    await invite(id, 1)
    await undo(id)
    await site.services.queue.drain()
    await minute()
    expect(await queuedMails(site.db, 'undone@invited.example')).toEqual([])
    expect((await invite(id, 1)).status).toBe(409)
  })
})

describe('undoing', () => {
  test('leaves nothing of people with whom nothing happened', async () => {
    const before = await everything()
    const id = await bring(
      ['gone1@in.example', 'Gonequick', '2027-01-31', '2', '2025-01-01'],
      ['gone2@in.example'],
    )
    expect((await undo(id)).status).toBe(200)
    await site.services.queue.drain()
    expect(await stateOf(id)).toMatchObject({ state: 'undone', added: 0, keptCount: 0, kept: [] })
    expect(
      await findTraces(site.services.database, ['gone1@in.example', 'gone2@in.example', 'Gonequick']),
    ).toEqual([])
    expect(await everything()).toEqual(before)
  })

  test('leaves people who were invited, logged in or bought, and says so', async () => {
    const people = ['invited', 'inside', 'buyer', 'unused'].map((name) => [`${name}@undo.example`, name])
    const id = await bring(...people)
    const [invited, inside, buyer] = await Promise.all(
      people.slice(0, 3).map(([email]) => personAt(site.db, `${email}`)),
    )
    await site.db
      .updateTable('imported_person')
      .set({ invited_at: site.clock.now() })
      .where('account_id', '=', invited?.accountId ?? '')
      .execute()
    await browserOf(site, inside?.userId ?? '')
    await paidOrder(site, { grossCents: 1190, userId: buyer?.userId ?? '' })
    await undo(id)
    await site.services.queue.drain()
    const { state, added, keptCount, kept } = await stateOf(id)
    expect({ state, added, keptCount }).toEqual({ state: 'undone', added: 3, keptCount: 3 })
    expect(kept.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'buyer: bought',
      'inside: logged-in',
      'invited: invited',
    ])
    await expect(personAt(site.db, 'unused@undo.example')).rejects.toThrow('no result')
    expect((await undo(id)).status).toBe(409)
  })

  test('is over a day after the beginning', async () => {
    const id = await bring(['stays@in.example'])
    site.clock.advance({ seconds: 86_400 })
    await again()
    expect((await undo(id)).status).toBe(409)
    site.clock.startOver()
    await again()
    expect((await undo(id)).status).toBe(200)
    await site.services.queue.drain()
  })
})

test(
  'an import that is killed in the middle goes on, and so does its undoing',
  async () => {
    const bad = rounds.importedRows / 25
    const rows = Array.from({ length: rounds.importedRows }, (_, index) =>
      index % 25 === 7
        ? [`nobody ${index}`]
        : [`many${index}@in.example`, `Many ${index}`, '2027-06-30', '3', '2025-05-01'],
    )
    // a long import meets an upkeep round: what that does is done before
    await runUpkeep(site.services)
    await again()
    const before = await everything()
    const { id, ...checked } = await check(...rows)
    expect(checked).toMatchObject({ good: rows.length - bad, bad })
    await start(id)
    const untilDone = async (partsBeforeKills: readonly number[]) => {
      let kills = 0
      for (const parts of partsBeforeKills) {
        let left = parts
        const stopping = {
          get aborted() {
            left -= 1
            return left < 0
          },
        } as AbortSignal
        await expect(movePeople({ ...site.services, stopping }, id)).rejects.toThrow('interrupted')
        kills += 1
      }
      await site.services.queue.drain()
      return kills
    }
    expect(await untilDone([1, 0, 2])).toBe(3)
    expect(await stateOf(id)).toMatchObject({
      state: 'done',
      added: rows.length - bad,
      refused: bad,
      waiting: 0,
    })
    const errors = await errorsOf(id)
    expect(`${errors}`.trim().split('\r\n')).toHaveLength(bad + 1)
    expect(await check(...rows)).toMatchObject({ good: 0, bad: rows.length })
    await undo(id)
    // of few people all are removed at once
    await untilDone(rows.length > 1_000 ? [1, 0, 2] : [0])
    expect(await stateOf(id)).toMatchObject({ state: 'undone', added: 0 })
    expect(await everything()).toEqual(before)
  },
  60_000 + 100 * rounds.importedRows,
)

/** All people, and what is about them. */
async function everything(): Promise<unknown> {
  const about = (await tableNames(site.db)).filter(
    (name) =>
      !/^(?:audit_entry|session|attempt_count|idempotent_reply|people_import(?:_row)?|purged|setting|upkeep_step|mail)$/.test(
        name,
      ),
  )
  return contentsOf(site.db, about)
}
