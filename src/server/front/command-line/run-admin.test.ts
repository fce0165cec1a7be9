import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { adminLinkCommand, makeAdminLinkOnRequest } from '#server/front/admin-link/make-admin-link.ts'
import { closeServiceCommand, closeServiceOnRequest } from '#server/front/closing/close-service.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { verifyAuditCommand, verifyAuditOnRequest } from '#server/platform/audit/verify-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { createFreshSite, someAdmin } from '#support/admin-site.ts'
import { copyDatabaseInto, silentLog, testEngine } from '#support/database.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { programArguments, programCache } from '#support/program.ts'
import { forgeEntry, tearOutEntry } from '#support/stored/audit.ts'
import { allRows } from '#support/stored/rows.ts'
import { type ControlCommands, openControlSocket } from './control-socket.ts'
import { renewLinkKeysCommand } from './renew-link-keys.ts'
import { type AdminTool, runAdmin } from './run-admin.ts'

const root = resolve(import.meta.dirname, '../../../..')

type Place = AdminTool['config']

function emptyPlace(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-command-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    databaseUrl: undefined,
    mediaFolder: join(dataDir, 'media'),
    s3: undefined,
    appSecret: undefined,
    previousAppSecret: undefined,
    backupFolder: '',
    backupKeep: undefined,
    backupMedia: 'inside',
    baseUrl: new URL('https://videos.example.org'),
    productName: 'Lectern',
    seller: { zone: 'Europe/Berlin' } as Place['seller'],
    demo: false,
    serviceMode: 'open',
    siteFolder: join(dataDir, 'site'),
    priceSet: 'launch',
  }
}

/** Where a server has run before; `run-catalogue.test.ts` has a command make its database. */
async function placeWithDatabase(): Promise<Place> {
  const place = emptyPlace()
  await copyDatabaseInto(place.dataDir)
  return place
}

/** Runs the command as a user does; returns its output by stream. */
async function run(config: Place, ...args: string[]) {
  return typing('', config, ...args)
}

/** The same, with typed input. */
async function typing(typed: string, config: Place, ...args: string[]) {
  const output = new PassThrough()
  const errors = new PassThrough()
  const code = await runAdmin({
    args,
    config,
    workingFolder: tmpdir(),
    migrationsDir: join(root, 'migrations'),
    clock: systemClock,
    random: systemRandom,
    input: Readable.from(typed),
    output,
    errors,
  })
  const textOf = (stream: PassThrough) => String(stream.read() ?? '')
  return { code, said: textOf(output), complained: textOf(errors) }
}

/** A server of the same user on that data directory, which does this for command-line tools. */
async function offer(place: Place, commands: ControlCommands) {
  const socket = await openControlSocket(place.dataDir, commands, silentLog)
  onTestFinished(() => socket.close())
  return socket
}

const site = openForTests(() => createFreshSite())
beforeEach(() => site.startOver())

/** Where that site is the running server. */
async function placeOfServer(): Promise<Place> {
  const place = { ...emptyPlace(), baseUrl: undefined }
  await offer(place, { [adminLinkCommand]: (request) => makeAdminLinkOnRequest(site.services, request) })
  return place
}

const codeIn = (said: string) => /\/admin\/create\?code=([\w-]{43})$/m.exec(said)?.[1] ?? ''

describe('admin create', () => {
  test('asks the running server for a link, which has its URL and creates an admin', async () => {
    const place = await placeOfServer()
    const { code, said, complained } = await run(place, 'create', '--email', 'you@example.org')
    expect({ code, complained }).toEqual({ code: 0, complained: '' })
    expect(said).toMatch(
      /^Open this link within 15 minutes to become the admin of the site\. .*\nhttp:\/\/localhost:3000\/admin\/create\?code=[\w-]{43}\n$/,
    )
    const link = { code: codeIn(said) }
    expect((await site.client().call(calls.adminLink, { body: link })).body).toEqual({
      purpose: 'new-admin',
      email: 'you@example.org',
    })
    const made = await site.client().call(calls.createAdmin, { body: { ...someAdmin, ...link } })
    expect(made.status).toBe(200)

    expect(await run(place, 'create')).toEqual({
      code: 1,
      said: '',
      complained:
        'There is an admin already; nothing was changed. Has the password been lost? --again makes a link for a new one.\n',
    })
    expect(await allRows(site.db, 'admin_link')).toEqual([])

    const again = await run(place, 'create', '--again')
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('whose second factor stays') })
    const without = await run(place, 'create', '--again', '--without-two-factor')
    expect(without).toMatchObject({ code: 0, said: expect.stringContaining('whose second factors end') })
    const purposeOf = async (text: string) =>
      (await site.client().call(calls.adminLink, { body: { code: codeIn(text) } })).body
    expect(await purposeOf(again.said)).toMatchObject({ code: 'admin-link-wrong' })
    expect(await purposeOf(without.said)).toMatchObject({ purpose: 'new-password', withoutTwoFactor: true })
  })

  // the same on either engine: it is asked for once
  if (testEngine === 'embedded')
    test('opens the embedded database itself where no server runs, and can do so again', async () => {
      const place = await placeWithDatabase()
      for (const _ of [1, 2]) {
        const { code, said } = await run(place, 'create')
        expect(code).toBe(0)
        expect(said).toContain('\nhttps://videos.example.org/admin/create?code=')
      }
      // which needs no address of the site
      expect(await run({ ...place, baseUrl: undefined }, 'verify-audit')).toMatchObject({
        code: 0,
        said: 'The audit log is intact. It holds no entry yet.\n',
        complained: '',
      })
    }, 180_000)

  test('needs the address of the site where no server runs that knows it, and then touches nothing', async () => {
    const place = { ...emptyPlace(), baseUrl: undefined }
    expect(await run(place, 'create')).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^BASE_URL is missing/),
    })
    expect(readdirSync(place.dataDir)).toEqual([])
  })

  test('says so when the running server fails or ends', async () => {
    for (const [sentence, command] of [
      ['its log says why', () => Promise.reject(new Error('on purpose'))],
      ['ended before it had answered', () => new Promise(() => undefined)],
    ] as const) {
      const place = emptyPlace()
      const socket = await offer(place, { [adminLinkCommand]: command })
      const running = run(place, 'create')
      await new Promise((later) => setTimeout(later, 200))
      await socket.close()
      expect(await running).toMatchObject({ code: 1, complained: expect.stringContaining(sentence) })
    }
  }, 180_000)

  test('of a server accepts only what the command sends', async () => {
    const asked = { email: null, again: false, withoutTwoFactor: false }
    for (const request of [null, {}, { ...asked, again: 'yes' }, { ...asked, more: 1 }])
      await expect(makeAdminLinkOnRequest(site.services, request)).rejects.toThrow()
  })

  if (testEngine === 'postgresql')
    test('writes to a PostgreSQL itself, and the running server takes the link', async () => {
      const url = site.services.database.pool.options.connectionString
      const { code, said } = await run({ ...emptyPlace(), databaseUrl: url }, 'create')
      expect(code).toBe(0)
      const body = { ...someAdmin, code: codeIn(said) }
      // the command takes the machine's clock
      site.clock.advanceReal({ seconds: (Date.now() - site.clock.real().getTime()) / 1000 })
      expect((await site.client().call(calls.createAdmin, { body })).status).toBe(200)
    })
})

describe('admin verify-audit', () => {
  const actor = { userId: crypto.randomUUID(), network: '192.0.2.1', requestId: 'request' }
  const note = () =>
    inTransaction(site.db, (trx) =>
      recordAudit(trx, site.services, actor, { action: 'coupon-assigned', target: 'account' }),
    )

  test('asks the running server, and prints its result', async () => {
    const place = emptyPlace()
    await offer(place, { [verifyAuditCommand]: () => verifyAuditOnRequest(site.services) })
    const verdict = () => run(place, 'verify-audit')
    expect(await verdict()).toMatchObject({ code: 0, said: expect.stringContaining('holds no entry yet') })
    await note()
    await note()
    expect(await verdict()).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^The audit log is intact\. Entries: 2\. .*: [0-9a-f]{64}\n$/),
      complained: '',
    })
    await forgeEntry(site.db, 1, { target: 'another' })
    expect(await verdict()).toEqual({
      code: 1,
      said: '',
      complained: 'The audit log is not intact: entry 1 was changed after it was written.\n',
    })
    await tearOutEntry(site.db, 1)
    expect(await verdict()).toMatchObject({
      code: 1,
      complained: 'The audit log is not intact: entry 1 is missing.\n',
    })
  })
})

describe('admin close-service', () => {
  const undo = ['close-service', '--undo'] as const

  test('asks the running server, prints the effects, and closes nothing without the name', async () => {
    const place = emptyPlace()
    await offer(place, { [closeServiceCommand]: (request) => closeServiceOnRequest(site.services, request) })
    expect(await run(place, ...undo)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('not ordered'),
    })
    for (const typed of ['', '\n', 'yes\n'])
      expect(await typing(typed, place, 'close-service')).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^Closing Lectern takes effect on .* \(Europe\/Berlin\)\./),
        complained: 'That is not the name of the site. Nothing was changed.\n',
      })
    const ordered = await typing('Lectern\n', place, 'close-service')
    expect(ordered).toMatchObject({ code: 0, complained: '' })
    expect(ordered.said).toContain('- Subscriptions: none is running.')
    expect(ordered.said).toContain('--undo takes that back until then.')
    expect(await typing('Lectern\n', place, 'close-service')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('That was ordered before'),
    })
    expect(await run(place, ...undo)).toMatchObject({ code: 0, said: expect.stringContaining('Taken back') })
    expect(await run(place, 'open-service')).toMatchObject({ code: 1 })
  })

  test('knows the name that the files of the site give it, where no server runs', async () => {
    const place = await placeWithDatabase()
    mkdirSync(place.siteFolder)
    writeFileSync(join(place.siteFolder, 'site.yaml'), 'name: Kayak School\n')
    expect(await typing('Lectern\n', place, 'close-service')).toMatchObject({ code: 1 })
    expect(await typing('Kayak School\n', place, 'close-service')).toMatchObject({ code: 0, complained: '' })
    expect(await run(place, ...undo)).toMatchObject({ code: 0 })
  }, 180_000)
})

test('declarations that wait are listed and decided where no server runs', async () => {
  const place = await placeWithDatabase()
  expect(await run(place, 'declarations')).toMatchObject({ code: 0, said: 'No declaration waits.\n' })
  const unknown = '0b7c3f6e-0000-4000-8000-000000000001'
  expect(await run(place, 'declarations', 'accept', unknown)).toMatchObject({
    code: 1,
    complained: 'No declaration of this id waits.\n',
  })
})

test.each([
  [
    [],
    'This command knows "create", "verify-audit", "declarations", "backup", "restore", "close-service", "open-service" and "renew-link-keys".',
  ],
  [
    ['delete'],
    'This command knows "create", "verify-audit", "declarations", "backup", "restore", "close-service", "open-service" and "renew-link-keys".',
  ],
  [
    ['verify-audit', 'now'],
    'This command knows "create", "verify-audit", "declarations", "backup", "restore", "close-service", "open-service" and "renew-link-keys".',
  ],
  [
    ['verify-audit', '--again'],
    'This command knows "create", "verify-audit", "declarations", "backup", "restore", "close-service", "open-service" and "renew-link-keys".',
  ],
  [
    ['create', 'me'],
    'This command knows "create", "verify-audit", "declarations", "backup", "restore", "close-service", "open-service" and "renew-link-keys".',
  ],
  [['declarations', 'accept'], 'Say "declarations", "declarations accept <id> [contract number]"'],
  [['declarations', 'reject', 'one', 'two'], 'Say "declarations"'],
  [['close-service', 'now'], 'This command knows'],
  [['close-service', '--again'], 'This command knows'],
  [['open-service', '--undo'], 'This command knows'],
  [['renew-link-keys', 'now'], 'This command knows'],
  [['create', '--undo'], 'This command knows'],
  [['create', '--help'], 'One of these words is not known, or its value is missing.'],
  [['create', '--email'], 'One of these words is not known, or its value is missing.'],
  [['create', '--again=yes'], 'One of these words is not known, or its value is missing.'],
  [['create', '--email', 'you'], '"you" is no email address.'],
  [['create', '--email', 'you@example.org', '--again'], '--email is for a new admin'],
  [['create', '--without-two-factor'], '--without-two-factor goes together with --again.'],
])('the arguments %j make no sense: it is said why, and how it is done', async (args, sentence) => {
  const place = emptyPlace()
  const { code, said, complained } = await run(place, ...args)
  expect({ code, said }).toEqual({ code: 2, said: '' })
  const [first, second] = complained.split('\n')
  expect(first).toContain(sentence)
  expect(second).toMatch(/^Usage: npm run admin -- create/)
  expect(readdirSync(place.dataDir)).toEqual([])
})

test('renew-link-keys has the running server make them, and says what that ends', async () => {
  const place = emptyPlace()
  const asked: unknown[] = []
  await offer(place, {
    [renewLinkKeysCommand]: async (request) => {
      asked.push(request)
      return { outcome: 'renewed' }
    },
  })
  const { code, said } = await run(place, 'renew-link-keys')
  expect(code).toBe(0)
  expect(said).toMatch(
    /^The links in mails have new keys\. .* no longer work: the page of a guest's order .* newsletter/,
  )
  expect(asked).toEqual([null])
  expect(await run(emptyPlace(), 'renew-link-keys')).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^APP_SECRET is missing/),
  })
})

test('the program itself answers with the exit code', () => {
  const program = (args: string[], settings: Record<string, string> = {}) =>
    spawnSync(process.execPath, [...programArguments('src/server/front/command-line/admin.ts'), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: emptyPlace().dataDir, ...programCache, ...settings },
    })
  expect(program([])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') })
  expect(program(['create'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^BASE_URL is missing/),
  })
  expect(program(['create'], { BASE_URL: 'http://videos.example.org' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^BASE_URL has to/),
  })
}, 180_000)
