import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { accountExists } from '#server/front/demo/demo.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { mailsTo } from '#support/mails.ts'
import { seedAccount } from '#support/seeded-account.ts'
import { userExists } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import { purgeAccount, purgeUser } from './purge-account.ts'
import { purgeAgain, writePurgeList } from './purge-list.ts'

const site = testApp({ settings: { RATE_LIMITS: '100000' } })
beforeEach(() => rmSync(list(), { recursive: true, force: true }))

const list = () => site.services.config.purgeList
const lines = () => readFileSync(list(), 'utf8').trimEnd().split('\n')
const isThere = (kind: 'account' | 'account_user', id: string) =>
  (kind === 'account' ? accountExists : userExists)(site.db, id)
const purge = (work: typeof purgeAccount, id: string) =>
  inTransaction(site.db, (trx) => work(trx, site.services, id))

test('a purged user is listed by ID only, once', async () => {
  const first = await seedAccount(site, 'listed-first')
  const second = await seedAccount(site, 'listed-second')
  await purge(purgeAccount, first.id)
  await purge(purgeUser, second.member.id)
  await writePurgeList(site.services)
  await writePurgeList(site.services)
  const at = site.clock.now().toISOString()
  expect(lines().toSorted()).toEqual(
    [`${at} account ${first.id}`, `${at} user ${second.member.id}`].toSorted(),
  )
})

test('a list that cannot be written does not stop a purge, and is written later', async () => {
  const { id } = await seedAccount(site, 'listed-late')
  await purge(purgeAccount, id)
  mkdirSync(list(), { recursive: true })
  await expect(writePurgeList(site.services)).rejects.toThrow('EISDIR')
  rmSync(list(), { recursive: true })
  await writePurgeList(site.services)
  expect(lines()).toEqual([expect.stringContaining(`account ${id}`)])
})

test('users restored with a backup are purged again before the start, without a mail; others are not', async () => {
  const account = await seedAccount(site, 'back-again')
  const other = await seedAccount(site, 'never-gone')
  const at = '2026-11-01T10:00:00.000Z'
  writeFileSync(
    list(),
    `${at} account ${account.id}\n${at} account ${account.id}\n${at} user ${other.member.id}\n${at} account gone-long-ago\n\nhalf a line`,
  )
  await purgeAgain(site.services)
  expect(await isThere('account', account.id)).toBe(false)
  expect(await isThere('account_user', other.member.id)).toBe(false)
  expect(await isThere('account_user', other.owner.id)).toBe(true)
  expect(await mailsTo(site, account.owner.email)).toEqual([])
})

test("the admin's account is never purged, even if listed", async () => {
  writeFileSync(list(), `2026-11-01T10:00:00.000Z account ${adminAccountId}\n`)
  await purgeAgain(site.services)
  await purgeAgain(site.services)
})
