import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyDatabaseOnRequest } from '#server/front/backup/copy-database.ts'
import { makeBackup } from '#server/front/backup/make-backup.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { signedInAdmin } from '#support/admin.ts'
import { payingOwner } from '#support/paying-team.ts'
import { forgeEntry } from '#support/stored/audit.ts'
import { allInvoices } from '#support/stored/money.ts'
import { testApp } from '#support/test-app.ts'
import { drill } from './run-drill.ts'

const site = testApp({ settings: { RATE_LIMITS: '100000' } })
let folder: string
let backups = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-drills-'))
  await signedInAdmin(site, { secondFactor: false })
  await payingOwner(site, 'ada@example.org')
  const actor = { userId: crypto.randomUUID(), network: '192.0.2.1', requestId: 'request' }
  await inTransaction(site.db, (trx) =>
    recordAudit(trx, site.services, actor, { action: 'coupon-assigned', target: 'account' }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const databaseUrl = () =>
  site.services.database.kind === 'postgresql'
    ? site.services.database.pool.options.connectionString
    : undefined

async function backedUp(keepsMediaBeside = false): Promise<string> {
  backups += 1
  const path = join(folder, 'backups', `${backups}.tar`)
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const source = {
    dataDir: join(folder, 'data'),
    databaseUrl: databaseUrl(),
    mediaFolder: join(folder, 'media'),
    appSecret: site.services.config.appSecret,
    copyEmbedded: (copy: string) => copyDatabaseOnRequest(site.services, { folder: copy }),
  }
  await makeBackup(source, { path, now: new Date(), report: () => undefined, keepsMediaBeside })
  return path
}

/** Drills with a folder for temporary files that has to be empty afterwards. */
async function drilled(path: string) {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  const { appSecret, previousAppSecret } = site.services.config
  const config = { databaseUrl: databaseUrl(), appSecret, previousAppSecret }
  const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')
  try {
    const tool = { config, workingFolder: folder, migrationsDir, clock: systemClock }
    return await drill(tool, path, () => undefined)
  } finally {
    vi.unstubAllEnvs()
    expect(readdirSync(temporary)).toEqual([])
    const { rows } = await site.services.database.pool.query(
      `select datname from pg_database where datname like 'lectern_drill_%'`,
    )
    expect(rows).toEqual([])
  }
}

test('a drill takes the media that are beside a backup, and names those that are missing or altered', async () => {
  mkdirSync(join(folder, 'media'), { recursive: true })
  const keys = ['one film', 'another film'].map((content) => {
    const key = `${createHash('sha256').update(content).digest('hex')}.mp4`
    writeFileSync(join(folder, 'media', key), content)
    return key
  })
  const [altered = '', missing = ''] = keys
  const path = await backedUp(true)
  const beside = join(folder, 'backups', 'media')
  expect(readdirSync(beside).toSorted()).toEqual(keys.toSorted())
  expect(await drilled(path)).toMatchObject({ holds: true, said: expect.stringContaining('can be restored') })

  rmSync(join(beside, missing))
  await expect(drilled(path)).rejects.toThrow(`are missing or damaged in ${beside}: ${missing}.`)
  writeFileSync(join(beside, missing), 'another film')
  const whole = readFileSync(join(beside, altered))
  writeFileSync(join(beside, altered), whole.fill('X', 0, 1))
  await expect(drilled(path)).rejects.toThrow(altered)
  writeFileSync(join(beside, altered), 'one film')
  expect((await drilled(path)).holds).toBe(true)
  rmSync(join(folder, 'media'), { recursive: true })
}, 120_000)

test('a drill tells whether the books of a backup hold, and leaves nothing behind', async () => {
  const [invoice] = await allInvoices(site.db)
  const number = invoice?.number ?? ''
  const good = await backedUp()
  expect(await drilled(good)).toEqual({
    holds: true,
    said: expect.stringMatching(
      /can be restored[\s\S]*log is intact\. Entries[\s\S]*credit notes \(1\): no number is missing/,
    ),
  })

  await forgeEntry(site.db, 1, { target: 'somebody else' })
  await sql`alter table invoice disable trigger user`.execute(site.db)
  await sql`update invoice set gross_cents = gross_cents + 1`.execute(site.db)
  await sql`update invoice_series set last_number = last_number + 1`.execute(site.db)
  const { holds, said } = await drilled(await backedUp())
  expect(holds).toBe(false)
  expect(said).toContain('entry 1 was changed')
  expect(said).toContain(`not that of their parts: ${number}.`)
  expect(said).toContain(`are missing: ${number.slice(0, -1)}2.`)
  expect(said).not.toContain('books of this backup hold.')

  truncateSync(good, Math.floor(statSync(good).size * 0.7))
  await expect(drilled(good)).rejects.toThrow(/not whole/)
}, 120_000)
