import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readManifest, verifyBackup } from '#server/front/backup/read-backup.ts'
import {
  adminRecoveryCodes,
  auditOf,
  browserOf,
  sellingSite,
  signedInAdmin,
  theAdmin,
} from '#support/admin.ts'
import { addressOf, testEngine } from '#support/database.ts'
import { mailsTo } from '#support/mails.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const { password } = theAdmin
let admin: TestClient
const site = testApp({ settings: sellingSite })
beforeAll(async () => {
  admin = await signedInAdmin(site)
  // the database of tests is shared, and cannot be copied
  const copyTo = async (folder: string) => {
    mkdirSync(join(folder, 'database'), { recursive: true })
    writeFileSync(join(folder, 'database', 'rows'), 'row '.repeat(5_000))
  }
  Object.assign(site.services.database, { copyTo })
})
const folder = () => site.services.config.backupFolder
const shown = async () => (await admin.call(calls.backupsAtDesk)).body
const make = () => admin.call(calls.makeBackup, { body: { password } })

test('a backup is made by a job, outside of the media folder, and is complete', async () => {
  const { config, queue } = site.services
  expect(await shown()).toMatchObject({ backups: [], makingSince: null, problem: null })
  expect((await make()).status).toBe(200)
  expect((await shown()).makingSince).not.toBeNull()
  expect((await make()).problem?.code).toBe('backup-running')
  await queue.drain()
  const { backups, makingSince, problem } = await shown()
  expect([makingSince, problem, backups.length]).toEqual([null, null, 1])
  const [{ file, bytes } = expect.fail('there is none')] = backups
  expect(bytes).toBeGreaterThan(10_000)
  expect(folder().startsWith(config.mediaFolder)).toBe(false)
  expect(await verifyBackup(join(folder(), file), () => undefined)).toMatchObject({ verified: true })
  expect((await auditOf(site)).map(({ action, target }) => [action, target])).toEqual([
    ['backup-ordered', file],
  ])
})

test('where none can be made, the reason is said, and another can be ordered', async () => {
  const { queue, clock } = site.services
  site.clock.advanceReal({ minutes: 1 })
  expect((await make()).status).toBe(200)
  // its name is taken by a folder
  const name = `lectern-backup-${clock.real().toISOString().slice(0, 19).replaceAll(':', '')}.tar`
  mkdirSync(join(folder(), `${name}.unfinished`))
  await queue.drain()
  expect((await shown()).problem).toContain('EISDIR')
  site.clock.advanceReal({ minutes: 1 })
  expect((await make()).status).toBe(200)
  await queue.drain()
  expect(await shown()).toMatchObject({ problem: null, makingSince: null })
})

const ask = (body: { file: string; password: string; code: string }) =>
  admin.call(calls.askForBackup, { body })
const fetchAt = (browser: TestClient, address: string) =>
  browser.call(calls.downloadBackup, { params: { token: address.split('/').at(-1) ?? '' } })

test('its address needs password and second factor, and is good once, for 5 minutes, for its session', async () => {
  const [first = '', second = '', third = ''] = await adminRecoveryCodes(site)
  const { backups } = await shown()
  const [{ file, bytes } = expect.fail('there is none')] = backups
  const mailsBefore = (await mailsTo(site, theAdmin.email)).length
  const auditBefore = (await auditOf(site)).length
  expect((await ask({ file, password: 'wrong', code: first })).problem?.code).toBe('wrong-password')
  expect((await ask({ file, password, code: '000000' })).problem?.code).toBe('second-factor-failed')
  expect((await ask({ file: '../app-secret', password, code: first })).status).toBe(404)
  expect(await auditOf(site)).toHaveLength(auditBefore)
  const { address } = (await ask({ file, password, code: first })).body
  expect((await ask({ file, password, code: first })).problem?.code).toBe('second-factor-failed')
  expect((await auditOf(site)).slice(auditBefore)).toMatchObject([
    { action: 'backup-downloaded', target: file, after: JSON.stringify({ bytes }) },
  ])
  const mails = await mailsTo(site, theAdmin.email)
  // the other one says that a recovery code was used
  expect(mails).toHaveLength(mailsBefore + 2)
  expect(mails.map(({ subject }) => subject)).toContain('A backup of Lectern is being downloaded')
  const elsewhere = await browserOf(site, theAdmin.userId)
  expect((await fetchAt(elsewhere, address)).status).toBe(404)
  const reply = await fetchAt(admin, address)
  expect([reply.status, reply.headers['content-length'], reply.headers['cache-control']]).toEqual([
    200,
    String(bytes),
    'private, no-store',
  ])
  expect((await fetchAt(admin, address)).status).toBe(404)
  const late = (await ask({ file, password, code: second })).body.address
  site.clock.advanceReal({ minutes: 5 })
  expect((await fetchAt(admin, late)).status).toBe(404)
  const inTime = (await ask({ file, password, code: third })).body.address
  site.clock.advanceReal({ minutes: 4 })
  expect((await fetchAt(admin, inTime)).status).toBe(200)
})

test('a backup is deleted while another verified one is there', async () => {
  const [first = '', ...others] = await adminRecoveryCodes(site)
  const remove = (file: string, code: string) =>
    admin.call(calls.deleteBackup, { body: { file, password, code } })
  writeFileSync(join(folder(), 'of-the-command.tar'), 'x')
  for (const { file, verified } of (await shown()).backups)
    expect([file, verified]).toEqual([file, file !== 'of-the-command.tar'])
  const before = await auditOf(site)
  expect((await remove('of-the-command.tar', '000000')).problem?.code).toBe('second-factor-failed')
  expect((await remove('../app-secret', first)).status).toBe(404)
  expect((await shown()).backups.map(({ file }) => file)).toContain('of-the-command.tar')
  expect((await remove('of-the-command.tar', first)).status).toBe(200)
  const [newest, ...older] = (await shown()).backups
  for (const [index, { file }] of older.entries())
    expect((await remove(file, others[index] ?? '')).status).toBe(200)
  const [fresh = ''] = await adminRecoveryCodes(site)
  expect((await remove(newest?.file ?? '', fresh)).problem?.code).toBe('backup-last-verified')
  expect((await shown()).backups).toEqual([newest])
  expect(readdirSync(folder()).filter((name) => /\.tar(\.verified)?$/.test(name))).toEqual([
    newest?.file,
    `${newest?.file}.verified`,
  ])
  expect((await auditOf(site)).slice(before.length).map(({ action }) => action)).toEqual([
    ...older.map(() => 'backup-deleted'),
    'backup-deleted',
  ])
})

test('there are none in the demo, and files of others are not shown', async () => {
  writeFileSync(join(folder(), 'notes.txt'), 'x')
  expect((await shown()).backups.map(({ file }) => file)).not.toContain('notes.txt')
  const demo = await createTestApp({ settings: { DEMO: '1' } })
  try {
    const operator = await signedInAdmin(demo)
    const body = { file: 'lectern-backup-1.tar', password, code: '000000' }
    expect((await operator.call(calls.makeBackup, { body: { password } })).problem?.code).toBe('not-in-demo')
    expect((await operator.call(calls.askForBackup, { body })).problem?.code).toBe('not-in-demo')
    expect((await operator.call(calls.deleteBackup, { body })).problem?.code).toBe('not-in-demo')
    expect((await fetchAt(operator, '/x')).problem?.code).toBe('not-in-demo')
    expect((await operator.call(calls.backupsAtDesk)).body.folder).toBeNull()
    expect(existsSync(demo.services.config.backupFolder)).toBe(false)
  } finally {
    await demo.close()
  }
})

test('a backup that would not fit on the disk is not begun', async () => {
  const { media } = site.services
  const { services } = site
  Object.assign(services, { media: { ...media, sizes: async () => new Map([['film', 1e18]]) } })
  try {
    expect((await make()).problem?.code).toBe('backup-no-space')
    expect(await shown()).toMatchObject({ makingSince: null })
  } finally {
    Object.assign(services, { media })
  }
})

test('of more than BACKUP_KEEP the oldest are deleted, once another one is verified', async () => {
  const { config, queue } = site.services
  // the form token of the former one is too old by now
  admin = await browserOf(site, theAdmin.userId)
  for (let made = 0; made < 2; made += 1) {
    site.clock.advanceReal({ minutes: 1 })
    await make()
    await queue.drain()
  }
  expect((await shown()).backups.length).toBeGreaterThan(2)
  Object.assign(config, { backupKeep: 2 })
  site.clock.advanceReal({ minutes: 1 })
  await make()
  await queue.drain()
  Object.assign(config, { backupKeep: undefined })
  const { backups, problem } = await shown()
  expect([backups.map(({ verified }) => verified), problem]).toEqual([[true, true], null])
})

if (testEngine === 'postgresql')
  test('on PostgreSQL it is made by pg_dump, and has the rows', async () => {
    const { config, database, queue } = site.services
    Object.assign(config, { databaseUrl: await addressOf(database) })
    site.clock.advanceReal({ minutes: 1 })
    expect((await make()).status).toBe(200)
    await queue.drain()
    const { backups, problem } = await shown()
    const [newest = expect.fail('there is none')] = backups
    expect([problem, newest.verified]).toEqual([null, true])
    expect(await readManifest(join(folder(), newest.file))).toMatchObject({ engine: 'postgresql' })
  })
