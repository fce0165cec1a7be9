import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeDeskSettings } from '#server/platform/site/desk-setting.store.ts'
import { addressOf, createTestDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { oddDatabase, ofTheFuture } from '#support/odd-database.ts'
import { startS3 } from '#support/s3-server.ts'
import { startSmtpServer } from '#support/smtp.ts'
import { toolsFinding } from './examine-database.ts'
import { runDoctor } from './run-doctor.ts'

const appSecret = 'of-the-tests:K7v2mQ9xR4bT8nW1pZ6c'

/** Runs the command for a site of this machine; returns its lines. */
async function run(settings: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'data/media'), { recursive: true })
  const output = new PassThrough()
  const environment = {
    BASE_URL: 'http://localhost:1',
    APP_SECRET: appSecret,
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: join(folder, 'site'),
    FFMPEG: 'none',
    PATH: process.env.PATH,
    ...settings,
  }
  const code = await runDoctor({ args, environment, output })
  const lines = String(output.read() ?? '')
    .trimEnd()
    .split('\n')
  return { code, lines, folder }
}

/** Serves every request with this answer; returns its address. */
async function server(status: number, body: string): Promise<string> {
  const serving = createServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>((listening) => serving.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void serving.close())
  return `http://127.0.0.1:${(serving.address() as AddressInfo).port}`
}

test('a new site without mail and payment has nothing wrong, and is told what is missing', async () => {
  const { code, lines } = await run()
  expect(code).toBe(0)
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'ok     settings',
    'ok     programs',
    'look   programs',
    'ok     storage',
    'ok     storage',
    'look   storage',
    'ok     database',
    'ok     site files',
    'look   mail',
    'look   payment',
    'look   address',
    'Nothing is wrong.',
  ])
})

test('invalid settings are named and end the examination', async () => {
  const { code, lines } = await run({ PORT: 'x', METRIC_PORT: '1' })
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^look {3}settings: METRIC_PORT /),
    expect.stringMatching(/^wrong {2}settings: PORT has to/),
    '1 thing is wrong.',
  ])
  expect((await run({ PORT: 'x', BASE_URL: 'x' })).lines.at(-1)).toBe('2 things are wrong.')
})

test('the demo keeps mails and money to itself', async () => {
  const { code, lines } = await run({ DEMO: '1' })
  expect(code).toBe(0)
  expect(lines).toContain('ok     mail: The demo keeps its mails.')
  expect(lines).toContain('ok     payment: The demo has a sandbox.')
})

test('ffmpeg is started', async () => {
  const { folder } = await run()
  const FFMPEG = join(folder, 'ffmpeg')
  const programs = async () =>
    (await run({ FFMPEG })).lines.filter((line) => line.includes(' programs: ') && !line.includes('Node'))
  writeFileSync(FFMPEG, '#!/bin/sh\necho ffmpeg version 7.1.1-1 Copyright\n')
  chmodSync(FFMPEG, 0o755)
  expect(await programs()).toEqual(['ok     programs: ffmpeg 7.1.1-1.'])
  // each program is asked once in a minute
  const { folder: other } = await run()
  const missing = await run({ FFMPEG: join(other, 'ffmpeg') })
  expect(missing.lines).toContainEqual(
    expect.stringMatching(/^look {3}programs: .*ffmpeg cannot be started: .* Install ffmpeg/),
  )
  expect(missing.code).toBe(0)
})

test('a folder that cannot be written to is wrong, one with little space is not', async () => {
  const { folder } = await run()
  const noFolder = join(folder, 'file')
  writeFileSync(noFolder, '')
  const { code, lines } = await run({ BACKUP_DIR: noFolder })
  expect([code, lines.find((line) => line.includes(noFolder))]).toEqual([
    1,
    `wrong  storage: the folder of backups ${noFolder} is not a folder. The user of the site has to be able to write to it.`,
  ])
  vi.spyOn(files, 'statfs').mockResolvedValue({ bavail: 2 ** 18 - 1, bsize: 4_096 } as never)
  syncBuiltinESMExports()
  const full = await run().finally(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  expect(full.code).toBe(0)
  expect(full.lines).toContainEqual(
    expect.stringMatching(/^look {3}storage: the data folder .* has 1\.0 GB free\. Make room/),
  )
})

test('a database that cannot be reached is wrong; the rest is still examined', async () => {
  const { code, lines } = await run({ DATABASE_URL: 'postgres://lectern@127.0.0.1:1/lectern' })
  expect(code).toBe(1)
  expect(lines).toContainEqual(
    expect.stringMatching(/^wrong {2}database: PostgreSQL cannot be used at 127\.0\.0\.1:1/),
  )
  expect(lines.some((line) => line.startsWith('look   address: '))).toBe(true)
})

if (testEngine === 'postgresql')
  test('a PostgreSQL server is examined', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const { lines } = await run({ DATABASE_URL: await addressOf(database) })
    expect(lines.filter((line) => /database|backups:|clock/.test(line))).toEqual([
      expect.stringMatching(/^ok {5}database: PostgreSQL \d+\.$/),
      'ok     database: Its tables are those of this version.',
      'ok     backups: pg_dump reads this server.',
      'ok     clock: It agrees with that of the database.',
    ])
  })

if (testEngine === 'postgresql') {
  test('a clock that differs from that of the database is wrong', async () => {
    const DATABASE_URL = await oddDatabase(
      `clock_timestamp() returns timestamptz language sql as $$ select now() - interval '6 minutes' $$`,
    )
    const { code, lines } = await run({ DATABASE_URL })
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^wrong {2}clock: It differs .* Set it/))
  })

  test('a pg_dump that is older than the server is wrong, except for a web process', async () => {
    const DATABASE_URL = await oddDatabase(ofTheFuture)
    for (const [ROLE, state] of [
      ['all', 'wrong '],
      ['web', 'ok    '],
    ] as const) {
      const { lines } = await run({ DATABASE_URL, ROLE })
      expect(lines.find((line) => line.includes(' backups: '))).toMatch(`${state} backups: `)
    }
  })

  test('tables of another version are named', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    await database.pool.query('drop table kysely_migration')
    const { code, lines } = await run({ DATABASE_URL: await addressOf(database) })
    expect([code, lines.find((line) => line.includes('Its tables'))]).toEqual([
      0,
      expect.stringMatching(/^look {3}database: Its tables are of another version/),
    ])
  })

  test('settings saved at the desk are examined, too', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const save = (SMTP_URL: string) =>
      transactionsIn(database)((trx) =>
        writeDeskSettings(
          trx,
          { appSecret, previousAppSecret: undefined },
          {
            SMTP_URL,
            MAIL_FROM: 'desk@example.org',
          },
        ),
      )
    const DATABASE_URL = await addressOf(database)
    await save('smtp://127.0.0.1:1')
    expect((await run({ DATABASE_URL })).lines).toContainEqual(
      expect.stringMatching(/^wrong {2}mail: 127\.0\.0\.1:1 says/),
    )
    await save('no address')
    expect((await run({ DATABASE_URL })).lines).toContainEqual(
      expect.stringMatching(/^wrong {2}database: SMTP_URL/),
    )
  })
}

if (testEngine === 'postgresql')
  test.each([
    ['web', 0, ['ok     programs', 'ok     backups', 'look   mail']],
    ['worker', 1, ['look   programs', 'ok     backups', 'wrong  mail']],
  ])('what ROLE="%s" leaves to other processes is not wrong with it', async (ROLE, code, found) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const examined = await run({
      ROLE,
      DATABASE_URL: await addressOf(database),
      FFMPEG: '/nowhere/ffmpeg',
      MAIL_FROM: 'videos@example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const lines = examined.lines.filter((line) => /^\w+ +(programs|backups|mail):(?! Node)/.test(line))
    expect([examined.code, lines.map((line) => line.split(':')[0])]).toEqual([code, found])
    expect(lines.filter((line) => line.includes('With ROLE="web" the workers'))).toHaveLength(
      ROLE === 'web' ? 3 : 0,
    )
  })

test.each([
  [undefined, 17, 'look'],
  [16, 17, 'wrong'],
  [17, 17, 'ok'],
  [18, 17, 'ok'],
])('pg_dump %s with PostgreSQL %i: %s', (client, server, state) => {
  expect(toolsFinding(client, server)).toMatchObject({ subject: 'backups', state })
})

test('mistakes in the files of the site are counted', async () => {
  const { folder } = await run()
  mkdirSync(join(folder, 'site'))
  writeFileSync(join(folder, 'site/site.yaml'), 'name: [')
  const { code, lines } = await run({ SITE_DIR: join(folder, 'site') })
  expect(code).toBe(1)
  expect(lines).toContainEqual(
    expect.stringMatching(/^wrong {2}site files: Mistakes in .*: 1\. npm run site -- check/),
  )
  writeFileSync(join(folder, 'site/site.yaml'), 'name: Films')
  expect((await run({ SITE_DIR: join(folder, 'site') })).lines).toContain(
    `ok     site files: Those in ${join(folder, 'site')} are in order.`,
  )
})

test('a mail server is asked', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const mail = { MAIL_FROM: 'videos@example.org' }
  const { lines } = await run({ ...mail, SMTP_URL: smtp.url })
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok {5}mail: .* accepts mails of videos@example\.org\.$/),
  )
  const away = await run({ ...mail, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect([away.code, away.lines.find((line) => line.includes(' mail: '))]).toEqual([
    1,
    expect.stringMatching(/^wrong {2}mail: 127\.0\.0\.1:1 says: .*ECONNREFUSED.* Correct SMTP_URL\.$/),
  ])
})

test('a mail server elsewhere without TLS is named', async () => {
  // a loopback address that does not count as one
  const smtp = await startSmtpServer({ host: '127.0.0.2' })
  onTestFinished(() => smtp.close())
  const { code, lines } = await run({
    MAIL_FROM: 'videos@example.org',
    SMTP_URL: `smtp://127.0.0.2:${smtp.port}`,
  })
  expect([code, lines.find((line) => line.includes(' mail: '))]).toEqual([
    0,
    expect.stringMatching(/^look {3}mail: Mails travel without TLS\. 127\.0\.0\.2:/),
  ])
})

test('Stripe that does not answer is wrong, and a missing secret of its webhooks is not', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_51Abcdefghij', STRIPE_PUBLISHABLE_KEY: 'pk_live_51Abcdefghij' }
  const payment = async (settings: Record<string, string>) => {
    const { code, lines } = await run({ ...keys, ...settings })
    return [code, ...lines.filter((line) => line.includes(' payment: '))]
  }
  expect(await payment({ STRIPE_API_URL: 'http://127.0.0.1:1' })).toEqual([
    1,
    expect.stringMatching(/^wrong {2}payment: http:\/\/127\.0\.0\.1:1 does not answer/),
  ])
  const STRIPE_API_URL = await server(200, '{}')
  expect(await payment({ STRIPE_API_URL })).toEqual([
    0,
    'ok     payment: Stripe answers to the key (live mode).',
    expect.stringMatching(/^look {3}payment: STRIPE_WEBHOOK_SECRET is not set/),
  ])
  expect(await payment({ STRIPE_API_URL, STRIPE_WEBHOOK_SECRET: 'whsec_51AbcdefghijKLMNOPqrstu' })).toEqual([
    0,
    expect.stringMatching(/^ok {5}payment/),
    'ok     payment: Webhooks are verified by STRIPE_WEBHOOK_SECRET.',
  ])
})

test.each([
  [200, '{}', /^ok {5}payment: Stripe answers to the key \(test mode\)\.$/],
  [401, '{}', /^wrong {2}payment: Stripe does not know STRIPE_SECRET_KEY/],
])('Stripe that answers %i to its key', async (status, body, line) => {
  const { lines } = await run({
    STRIPE_SECRET_KEY: 'sk_test_51Abcdefghij',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51Abcdefghij',
    STRIPE_API_URL: await server(status, body),
  })
  expect(lines.find((one) => one.includes(' payment: '))).toMatch(line)
  expect(lines.join('\n')).not.toContain('51Abcdefghij')
})

test.each([
  [200, '{"status":"ok"}', 0, /^ok {5}address: .* serves the site\.$/],
  [
    503,
    '{"status":"failing","reasons":["disk is failing"]}',
    1,
    /^wrong {2}address: .* is failing: disk is failing\.$/,
  ],
  [
    200,
    '{"status":"degraded","reasons":["mail is failing"]}',
    0,
    /^look {3}address: .* is degraded: mail is failing\.$/,
  ],
  [200, '<html>', 1, /^wrong {2}address: .* answers 200, but not as this site/],
])('the address of the site that answers %i with %s', async (status, body, expected, line) => {
  const { code, lines } = await run({ BASE_URL: await server(status, body) })
  expect(code).toBe(expected)
  expect(lines.find((one) => one.includes(' address: '))).toMatch(line)
})

test('arguments make no sense', async () => {
  expect(await run({}, ['all'])).toMatchObject({ code: 2, lines: ['Usage: npm run doctor'] })
})

test('media in S3 are asked for, and what the storage refuses is named', async () => {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const storage = async (settings: Record<string, string>) =>
    (await run({ ...s3.settings, ...settings })).lines.filter((line) => line.includes('127.0.0.1'))
  expect(await storage({})).toEqual([
    `ok     storage: the bucket films at ${s3.place.endpoint} holds 0 media.`,
  ])
  const refused = (reply: string) =>
    expect.stringMatching(`^wrong  storage: The media storage .* replies ${reply}. Look at MEDIA_URL`)
  expect(await storage({ S3_SECRET_ACCESS_KEY: 'x' })).toEqual([refused('403 SignatureDoesNotMatch')])
  expect(await storage({ MEDIA_URL: 's3://other' })).toEqual([refused('404 NoSuchBucket')])
})
