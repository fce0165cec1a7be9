import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { invoiceFile } from '#server/books/invoices/invoice-file.ts'
import { accountExists } from '#server/front/demo/demo.store.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { findTraces } from '#support/dump.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { type SeededAccount, seedAccount, seededPassword } from '#support/seeded-account.ts'
import { issueSome } from '#support/some-invoice.ts'
import { claimAddress, readdress } from '#support/stored/contacts.ts'
import { reserveUses } from '#support/stored/coupons.ts'
import { allInvoices, storeCharge } from '#support/stored/money.ts'
import { accountVersion, deleteAccountAt, giveAvatar, letGo } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { ownDataUpkeep, purgeDue } from './own-data-upkeep.ts'
import { purgeAccount } from './purge-account.ts'
import { writePurgeList } from './purge-list.ts'
import { tablesOfAccounts, tablesOfUsers } from './purged-tables.store.ts'

let seeded = 0
const site = testApp()

/** An account whose every word holds the one that is answered, and one that must outlive it. */
async function freshAccount(): Promise<SeededAccount & { word: string }> {
  seeded += 1
  const letter = (index: number) => 'abcdefghijklmnopqrstuvwxyz'[index]
  const word = `zq${letter(Math.floor(seeded / 26))}${letter(seeded % 26)}zq`
  return { ...(await seedAccount(site, word)), word }
}

const askedFor = { body: { currentPassword: seededPassword } }

/** Rows of library and coupons that stay contain no personal data. */
const ofPeople = (traces: Awaited<ReturnType<typeof findTraces>>) =>
  traces.filter(
    ({ table }) =>
      ![
        'public.category',
        'public.video',
        'public.announced_video',
        'public.coupon',
        'public.coupon_sale',
      ].includes(table),
  )

/** Everything that the account is made of, as one text. */
async function rowsOf(word: string): Promise<string[]> {
  return ofPeople(await findTraces(site.services.database, [word]))
    .map(({ table, row }) => `${table} ${row}`)
    .toSorted()
}

async function purge(accountId: string): Promise<boolean> {
  return inTransaction(site.db, (trx) => purgeAccount(trx, site.services, accountId))
}

describe('an account whose fourteen days are over', () => {
  test('leaves no trace of its users, anywhere', async () => {
    const account = await freshAccount()
    const words = [account.word, account.id, account.owner.id, account.member.id]
    const before = ofPeople(await findTraces(site.services.database, words))
    // the test covers every table with personal data
    const seen = new Set(before.map(({ table }) => table.replace('public.', '')))
    for (const table of [...tablesOfUsers, ...tablesOfAccounts, 'contact', 'mail', 'idempotent_reply'])
      expect(seen, table).toContain(table)

    await account.owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    await runUpkeep(site.services)
    expect(await mailsTo(site, account.owner.email)).toHaveLength(1)
    site.clock.advanceBusiness({ hours: 1, seconds: 1 })
    await runUpkeep(site.services)
    await site.services.queue.drain()
    expect(ofPeople(await findTraces(site.services.database, words))).toEqual([])
  })

  test('is whole until then', async () => {
    const account = await freshAccount()
    await account.owner.client.call(calls.requestDeletion, askedFor)
    const before = await rowsOf(account.word)
    site.clock.advanceBusiness({ days: 13, hours: 23 })
    await purgeDue(site.services)
    expect(await rowsOf(account.word)).toEqual(before)
    await account.owner.client.call(calls.keepAccount)
    site.clock.advanceBusiness({ days: 2 })
    await purgeDue(site.services)
    expect((await account.owner.client.call(calls.userSession)).body.authenticated).toBe(true)
  })

  test('ends all of its sessions, and its users get a last mail', async () => {
    const { owner, member } = await freshAccount()
    await owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    await purgeDue(site.services)
    for (const { client } of [owner, member]) {
      expect((await client.call(calls.userSession)).body).toEqual({ authenticated: false })
      expect((await client.call(calls.videoHistory)).status).toBe(401)
    }
    const [toOwner, ...more] = await mailsTo(site, owner.email)
    expect(more).toEqual([])
    expect(toOwner?.subject).toBe('Your account at Lectern has been deleted')
    expect(toOwner?.text).toContain('Your account at Lectern and everything in it has been deleted.')
    expect(toOwner?.text).not.toContain('Name ')
    const [toMember] = await mailsTo(site, member.email)
    expect(toMember?.text).toContain('The account that you were a user of at Lectern has been deleted')
  })

  test('frees the address, but gives no second trial', async () => {
    const { id, owner } = await freshAccount()
    await purge(id)
    const browser = site.client()
    const email = owner.email.toUpperCase().replace('EXAMPLE.ORG', 'example.org')
    await confirmedIn(site, browser, email)
    expect((await signIn(browser, owner.email)).status).toBe(200)
    const { body } = await browser.call(calls.userSession)
    expect(body).toMatchObject({ authenticated: true, subscription: null })
  })

  test('is deleted in one transaction, or not at all', async () => {
    const account = await freshAccount()
    const before = await rowsOf(account.word)
    const broken = inTransaction(site.db, async (trx) => {
      expect(await purgeAccount(trx, site.services, account.id)).toBe(true)
      throw new Error('the process dies here')
    })
    await expect(broken).rejects.toThrow('dies here')
    await site.services.queue.drain()
    expect(await rowsOf(account.word)).toEqual(before)
    expect(await site.services.media.size(account.pictureKey)).toBeGreaterThan(0)
  })

  test('can be purged again, and nothing happens', async () => {
    const { id, owner } = await freshAccount()
    expect(await purge(id)).toBe(true)
    expect(await purge(id)).toBe(false)
    await purgeDue(site.services)
    expect(await mailsTo(site, owner.email)).toHaveLength(1)
  })

  test('deletes nothing of other accounts', async () => {
    const account = await freshAccount()
    const other = await freshAccount()
    // a user of another account has the same address, unconfirmed
    await claimAddress(site.db, other.owner.id, account.owner.email)
    const before = await rowsOf(other.word)
    await purge(account.id)
    expect(await rowsOf(other.word)).toEqual(before)
    expect((await other.member.client.call(calls.userSession)).body.authenticated).toBe(true)
    // mails to an address that another user has too are theirs
    expect(await mailsTo(site, account.owner.email)).toHaveLength(2)
  })

  test('gives back a coupon that it only held, and not one that it redeemed', async () => {
    const [holding, redeemed] = [await freshAccount(), await freshAccount()]
    await reserveUses(site.db, holding.id, site.clock.now())
    await purge(holding.id)
    await purge(redeemed.id)
    const usesOf = async ({ word }: { word: string }) =>
      (await allRows(site.db, 'coupon')).find(({ code }) => code.toLowerCase().endsWith(word))?.uses
    expect([await usesOf(holding), await usesOf(redeemed)]).toEqual([0, 1])
  })

  test('loses its pictures when no row refers to them any more', async () => {
    const { id, pictureKey } = await freshAccount()
    const other = await freshAccount()
    await giveAvatar(site.db, other.owner.id, pictureKey)
    await purge(id)
    await site.services.queue.drain()
    expect(await site.services.media.size(pictureKey)).toBeGreaterThan(0)
    await purge(other.id)
    await site.services.queue.drain()
    expect(await site.services.media.size(pictureKey)).toBeUndefined()
    expect(await site.services.media.size(other.pictureKey)).toBeUndefined()
  })

  test('is never the admin’s', async () => {
    await seedDemo(site.services)
    await deleteAccountAt(site.db, adminAccountId, site.clock.now())
    await purgeDue(site.services)
    expect(await purge(adminAccountId)).toBe(false)
    expect((await signIn(site.client(), 'admin@lectern.example', 'demo-admin-1')).status).toBe(200)
  })
})

describe('the hourly purge', () => {
  test('runs by its name; the list of purged accounts is written at its minute, on any day', () => {
    expect(ownDataUpkeep).toEqual([
      { name: 'purge-deleted', every: 'hour', run: purgeDue },
      { name: 'write-purge-list', every: 'minute', clearsAway: true, run: writePurgeList },
    ])
  })

  test('is logged for each account', async () => {
    const [{ id, owner }, { member }] = [await freshAccount(), await freshAccount()]
    for (const { client } of [owner, member]) await client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    const info = vi.spyOn(site.services.log, 'info')
    expect(await purgeDue(site.services)).toBe('done')
    expect(info.mock.calls).toEqual([
      [{ account: id }, 'a deleted account was purged'],
      [{ user: member.id }, 'a deleted user was purged'],
    ])
    info.mockRestore()
  })

  test('has failed, and has purged, where the list of those who went cannot be written', async () => {
    const { id, owner } = await freshAccount()
    await owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    const list = site.services.config.purgeList
    rmSync(list, { force: true })
    mkdirSync(list)
    const error = vi.spyOn(site.services.log, 'error')
    expect(await purgeDue(site.services)).toBe('failed')
    expect(error.mock.calls).toEqual([
      [{ err: expect.any(Error) }, 'the list of purges cannot be written; it is tried again'],
    ])
    error.mockRestore()
    expect(await accountExists(site.db, id)).toBe(false)
    rmSync(list, { recursive: true })
    expect(await purgeDue(site.services)).toBe('done')
    await writePurgeList(site.services)
    expect(readFileSync(list, 'utf8')).toContain(` account ${id}\n`)
  })

  test('lists each that went at once', async () => {
    const { id, owner } = await freshAccount()
    await owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    expect(await purgeDue(site.services)).toBe('done')
    expect(readFileSync(site.services.config.purgeList, 'utf8')).toContain(` account ${id}\n`)
  })

  test('continues after one that cannot be deleted, which is logged and retried', async () => {
    const [stuck, next] = [await freshAccount(), await freshAccount()]
    for (const { owner } of [stuck, next]) await owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    await withTrigger(
      `before delete on account for each row when (old.id::text = '${stuck.id}')`,
      `raise exception 'kept'`,
      async () => {
        const [info, error] = [vi.spyOn(site.services.log, 'info'), vi.spyOn(site.services.log, 'error')]
        expect(await purgeDue(site.services)).toBe('failed')
        expect(info.mock.calls).toEqual([[{ account: next.id }, 'a deleted account was purged']])
        const about = { err: expect.any(Error), account: stuck.id }
        expect(error.mock.calls).toEqual([[about, 'a deleted account could not be purged']])
        info.mockRestore()
        error.mockRestore()
      },
    )
    expect(await accountExists(site.db, stuck.id)).toBe(true)
    expect(await purgeDue(site.services)).toBe('done')
    expect(await accountExists(site.db, stuck.id)).toBe(false)
  })

  test('leaves out a user who was restored while others were being deleted, without a mail', async () => {
    const members = [(await freshAccount()).member.id, (await freshAccount()).member.id]
    for (const id of members) await letGo(site.db, id, { deletionAt: site.clock.now() })
    const info = vi.spyOn(site.services.log, 'info')
    await withTrigger(
      'after delete on account_user for each row',
      'update account_user set deletion_at = null; return null',
      async () => expect(await purgeDue(site.services)).toBe('done'),
    )
    const gone = info.mock.calls
    info.mockRestore()
    const left = (await allRows(site.db, 'account_user')).filter(({ id }) => members.includes(id))
    const [first] = members.filter((id) => left.every((user) => user.id !== id))
    expect(left).toHaveLength(1)
    expect(gone).toEqual([[{ user: first }, 'a deleted user was purged']])
  })

  test('leaves out an account with a payment in progress, without a mail', async () => {
    const { db, pool } = site.services.database
    const { id, owner } = await freshAccount()
    await owner.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    await storeCharge(db, { accountId: id, grossCents: 1000, at: site.clock.now() })
    await pool.query({
      text: `insert into charge_attempt (id, charge_id, number, idempotency_key, provider, mode, params, state,
               created_at, first_sent_at, last_sent_at)
             select id, id, 1, id::text, 'sandbox', 'test', '{}', 'unknown', created_at, created_at, created_at
             from charge where account_id = $1`,
      values: [id],
    })
    const info = vi.spyOn(site.services.log, 'info')
    expect(await purgeDue(site.services)).toBe('done')
    expect(info).not.toHaveBeenCalled()
    info.mockRestore()
    expect(await accountExists(db, id)).toBe(true)
    await pool.query(`update charge_attempt set state = 'failed'`)
    await purgeDue(site.services)
    expect(await accountExists(db, id)).toBe(false)
  })

  test('leaves no address in mails an hour after the last one is delivered, nor one that was changed before', async () => {
    const { id, owner, word } = await freshAccount()
    const newer = `newer-${word}@example.org`
    expect(await mailsTo(site, owner.email)).not.toEqual([])
    await readdress(site.db, owner.email.toLowerCase(), newer)
    await purge(id)
    expect(await mailsTo(site, newer)).toHaveLength(1)
    site.clock.advanceBusiness({ hours: 1, seconds: 1 })
    await runUpkeep(site.services)
    const inMails = (await allRows(site.db, 'mail')).map((row) => JSON.stringify(row).toLowerCase())
    expect(inMails.filter((row) => row.includes(word))).toEqual([])
  })
})

/** Runs a database trigger during `work`. */
async function withTrigger(when: string, deed: string, work: () => Promise<void>): Promise<void> {
  const { pool } = site.services.database
  await pool.query(
    `create function of_its_own() returns trigger as $$ begin ${deed}; end $$ language plpgsql`,
  )
  await pool.query(`create trigger of_its_own ${when} execute function of_its_own()`)
  try {
    await work()
  } finally {
    await pool.query('drop function of_its_own cascade')
  }
}

describe('one user', () => {
  test('who requested deletion is deleted alone, without a trace', async () => {
    const { id, owner, member, word } = await freshAccount()
    const version = () => accountVersion(site.db, id)
    const before = await version()
    await member.client.call(calls.requestDeletion, askedFor)
    site.clock.advanceBusiness({ days: 14 })
    await purgeDue(site.services)
    expect((await member.client.call(calls.userSession)).body).toEqual({ authenticated: false })
    const { body } = await owner.client.call(calls.userSession)
    expect(body).toMatchObject({ account: { users: [{ id: owner.id }] } })
    expect(await version()).toBe(before + 1)
    const [mail] = await mailsTo(site, member.email)
    expect(mail?.text).toContain('You are no longer a user of your account')
    site.clock.advanceBusiness({ hours: 1, seconds: 1 })
    await runUpkeep(site.services)
    expect(ofPeople(await findTraces(site.services.database, [`${word}-user`, member.id]))).toEqual([])
    expect(ofPeople(await findTraces(site.services.database, [`${word}-owner`])).length).toBeGreaterThan(10)
  })

  test('who was removed is kept until they can no longer be restored, and then deleted without a mail', async () => {
    const { member, word } = await freshAccount()
    const now = site.clock.now()
    const forgetAt = new Date(now.getTime() + 90 * 86_400_000)
    await letGo(site.db, member.id, { removedAt: now, forgetAt })
    site.clock.advanceBusiness({ days: 89 })
    await purgeDue(site.services)
    expect(await rowsOf(`${word}-user`)).not.toEqual([])
    site.clock.advanceBusiness({ days: 1 })
    await purgeDue(site.services)
    expect(await rowsOf(`${word}-user`)).toEqual([])
  })

  test('who was restored is not', async () => {
    const { member } = await freshAccount()
    const [{ db }, forgetAt] = [site.services.database, site.clock.now()]
    await letGo(db, member.id, { removedAt: null, forgetAt })
    await purgeDue(site.services)
    expect((await member.client.call(calls.userSession)).body.authenticated).toBe(true)
  })

  test('and is never the owner: an account without one could not be looked after', async () => {
    const { owner } = await freshAccount()
    await letGo(site.db, owner.id, { deletionAt: site.clock.now() })
    await purgeDue(site.services)
    expect((await owner.client.call(calls.userSession)).body.authenticated).toBe(true)
  })
})

test('payments stay: the operator can read an invoice of a deleted account, and nothing else of it', async () => {
  const { id, owner, word } = await freshAccount()
  const buyer = { name: `Buyer ${word}`, address: `Buyer ${word}\nRing 1\n80331 München` }
  const invoice = await issueSome(site.services, id, { buyer })
  expect(await mailsTo(site, owner.email)).toHaveLength(2)
  await purge(id)
  await site.services.queue.drain()
  site.clock.advanceBusiness({ days: 8 })
  await runUpkeep(site.services)
  await site.services.queue.drain()
  const traces = ofPeople(await findTraces(site.services.database, [word, id, owner.id]))
  expect(new Set(traces.map(({ table }) => table))).toEqual(new Set(['public.invoice']))
  const row = (await allInvoices(site.db)).find(({ number }) => number === invoice.number)
  if (!row) throw new Error('the invoice is gone')
  const file = await invoiceFile(site.services, row, 'pdf')
  expect(file?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { document } = writtenInvoice(row)
  expect(document.customer.name).toBe(`Buyer ${word}`)
  // a mail that waits would have been the only way to them
  expect(await mailsTo(site, owner.email)).toEqual([])
})

test('every table with personal data is purged, or kept on purpose', async () => {
  const columns = await site.services.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'account_id')
       -- books of another company, so to speak
       and table_name not like 'sandbox%'`,
  )
  const tables = (column: string) =>
    columns.rows.filter((row) => row.column === column).map(({ table }) => table)
  // a contact goes with its user, who goes by name
  // orders are kept as their invoices are, without their buyer
  expect(new Set(tables('user_id'))).toEqual(
    new Set([...tablesOfUsers, 'contact', 'shop_order', 'shop_checkout']),
  )
  // payments are kept as long as the law requires
  const kept = ['charge', 'ledger_entry', 'invoice', 'payment_notice']
  // counted on, under an id that belongs to nobody
  const counted = ['subscription_level']
  expect(new Set(tables('account_id'))).toEqual(
    new Set([...tablesOfAccounts, ...kept, ...counted, 'account_user', 'contact']),
  )
})
