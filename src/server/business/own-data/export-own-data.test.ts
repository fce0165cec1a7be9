import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type SeededAccount, seedAccount } from '#support/seeded-account.ts'
import { issueSome } from '#support/some-invoice.ts'
import { readdressFurther } from '#support/stored/contacts.ts'
import { storeCharge } from '#support/stored/money.ts'
import { rename, speak } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { exportSections } from './export-sections.ts'

let anna: SeededAccount
let bert: SeededAccount
const site = testApp({ settings: { RATE_LIMITS: '2' } })
beforeAll(async () => {
  anna = await seedAccount(site, 'annaqx')
  bert = await seedAccount(site, 'bertqx')
  await issueSome(site.services, anna.id)
  await chargeSome(anna.id)
})

async function chargeSome(accountId: string): Promise<void> {
  await storeCharge(site.db, { accountId, grossCents: 1190, at: site.clock.now() })
}

/** A user's download, by file name. */
async function archiveOf(client: TestClient): Promise<Record<string, string>> {
  const answer = await client.call(calls.exportOwnData)
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(answer.raw.rawPayload))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
}

const allOf = (archive: Record<string, string>) => Object.values(archive).join('\n')

describe("an owner's copy", () => {
  test('holds everything that is stored about them and their account', async () => {
    const archive = await archiveOf(anna.owner.client)
    for (const word of [...anna.owner.own, ...anna.own]) {
      expect(archive['data.json'], word).toContain(word)
      const tables = Object.entries(archive).filter(([name]) => name.endsWith('.csv'))
      expect(tables.map(([, text]) => text).join('\n'), word).toContain(word)
    }
    expect(archive['picture.png']).toBe('the picture of annaqx')
  })

  test('lists the users of the account, without their viewing', async () => {
    const archive = await archiveOf(anna.owner.client)
    const { users, 'viewing-history': history } = JSON.parse(archive['data.json'] ?? '')
    expect(users).toMatchObject([
      { name: 'Name annaqx-owner', role: 'owner', confirmed: true },
      { name: 'Name annaqx-user', email: anna.member.email, role: 'user', removedAt: null },
    ])
    expect(history).toEqual([
      {
        videoId: 'video-annaqx',
        title: 'Title for annaqx',
        viewedAt: expect.stringMatching(/^2026-11-21T/),
        seen: true,
        positionSeconds: 12,
        playedSeconds: 9.5,
        estimatedSeconds: 3,
      },
    ])
    const theirs = anna.member.own.filter((word) => !['Name annaqx-user', anna.member.email].includes(word))
    expect(theirs).toHaveLength(anna.member.own.length - 2)
    for (const word of theirs) expect(allOf(archive), word).not.toContain(word)
  })

  test('has the invoices of the account as a table and as PDF', async () => {
    const archive = await archiveOf(anna.owner.client)
    expect(JSON.parse(archive['data.json'] ?? '').invoices).toEqual([
      {
        number: '2026-000001',
        kind: 'invoice',
        corrects: null,
        issuedOn: '2026-11-21',
        netCents: 1000,
        vatCents: 190,
        grossCents: 1190,
      },
    ])
    expect(archive['invoices/Invoice-2026-000001.pdf']).toMatch(/^%PDF-/)
    expect(archive['README.txt']).toContain('The same invoices and credit notes as PDF.')
    const ofMember = await archiveOf(anna.member.client)
    expect(Object.keys(ofMember).filter((name) => /invoice|charge/.test(name))).toEqual([])
  })

  test('contains nothing of another account', async () => {
    const archive = await archiveOf(anna.owner.client)
    expect(allOf(archive)).not.toMatch(/bertqx/i)
    expect(allOf(archive)).not.toContain(bert.id)
  })

  test('has nothing in it that opens a door', async () => {
    const text = allOf(await archiveOf(anna.owner.client))
    for (const secret of [...anna.owner.secrets, ...anna.secrets, ...anna.member.secrets])
      expect(text).not.toContain(secret)
    expect(anna.owner.secrets.length).toBeGreaterThan(20)
  })

  test('is one table a file, with the headings that the section names', async () => {
    const archive = await archiveOf(anna.owner.client)
    const data = JSON.parse(archive['data.json'] ?? '')
    for (const { name, columns } of exportSections) {
      const table = Papa.parse<string[]>(archive[`${name}.csv`]?.slice(1).trimEnd() ?? '')
      expect(table.data[0], name).toEqual(columns)
      expect(table.data.length - 1, name).toBe(data[name].length)
      expect(data[name].length, name).toBeGreaterThan(0)
      for (const row of data[name]) expect(Object.keys(row).toSorted(), name).toEqual(columns.toSorted())
    }
    const files = [
      'README.txt',
      'data.json',
      'picture.png',
      'invoices/Invoice-2026-000001.pdf',
      ...exportSections.map(({ name }) => `${name}.csv`),
    ]
    expect(Object.keys(archive).toSorted()).toEqual(files.toSorted())
  })

  test('describes each file in README.txt, in their language', async () => {
    const english = (await archiveOf(anna.owner.client))['README.txt'] ?? ''
    expect(english).toMatch(/^Your data at Lectern, http:\/\/localhost:3000\r\n/)
    expect(english).toContain(
      'This archive holds what is stored about Name annaqx-owner as of 21. November, 2026.',
    )
    for (const { name } of exportSections) expect(english).toContain(`${name}.csv `)
    const { id } = anna.owner
    await speak(site.db, id, 'de')
    const german = (await archiveOf(anna.owner.client))['README.txt']
    await speak(site.db, id, null)
    expect(german).toContain('was am 21. November 2026 über Name annaqx-owner gespeichert ist')
  })
})

describe("a plain user's copy", () => {
  test('contains all data stored about them', async () => {
    const archive = await archiveOf(anna.member.client)
    for (const word of anna.member.own) expect(archive['data.json'], word).toContain(word)
    expect(archive['viewing-history.csv']).toContain('Title for annaqx')
  })

  test("and nothing of other users or of the account's payments", async () => {
    const archive = await archiveOf(anna.member.client)
    const text = allOf(archive)
    for (const word of anna.owner.own) expect(text, word).not.toContain(word)
    for (const word of anna.own.filter((one) => one !== 'Company annaqx'))
      expect(text, word).not.toContain(word)
    expect(archive['users.csv']).toBeUndefined()
    expect(archive['subscription.csv']).toBeUndefined()
    expect(JSON.parse(archive['data.json'] ?? '').account).toBeUndefined()
  })
})

test('entering an address does not reveal the mails sent to it', async () => {
  const address = `pending.annaqx-user@example.org`
  await readdressFurther(site.db, anna.member.id, bert.owner.email)
  const { mails } = JSON.parse((await archiveOf(anna.member.client))['data.json'] ?? '')
  await readdressFurther(site.db, anna.member.id, address)
  expect(mails.map((mail: { recipient: string }) => mail.recipient)).toEqual([anna.member.email])
})

test('a name that is a formula is text in a spreadsheet, and itself in data.json', async () => {
  const name = '=HYPERLINK("http://evil.example","me")'
  await rename(site.db, bert.member.id, name)
  const archive = await archiveOf(bert.owner.client)
  expect(archive['users.csv']).toContain(`"'=HYPERLINK(""http://evil.example"",""me"")"`)
  expect(JSON.parse(archive['data.json'] ?? '').users[1].name).toBe(name)
})

test('is an attachment that is not cached', async () => {
  const { headers } = await anna.owner.client.call(calls.exportOwnData)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="lectern-data-2026-11-21.zip"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('requires a session, and is limited to six an hour, here twice as often', async () => {
  expect((await site.client().call(calls.exportOwnData)).status).toBe(401)
  const fresh = await seedAccount(site, 'limitqx')
  for (let copy = 0; copy < 12; copy += 1)
    expect((await fresh.owner.client.call(calls.exportOwnData)).status).toBe(200)
  const refused = await fresh.owner.client.call(calls.exportOwnData)
  expect(refused.problem?.code).toBe('too-many-requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await fresh.member.client.call(calls.exportOwnData)).status).toBe(200)
})
