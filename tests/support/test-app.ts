import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp, triggers } from '#server/app.ts'
import { startJobs } from '#server/background.ts'
import type { SiteServices } from '#server/front/documents/documents.ts'
import { openWebBuild } from '#server/front/documents/web-build.ts'
import { openLibrary } from '#server/library/catalogue/library.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { prepareMediaFolder } from '#server/platform/config/prepare-folders.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { countersOf } from '#server/platform/http/attempts/counters.ts'
import { createLimits } from '#server/platform/http/attempts/limits.ts'
import { demoMail } from '#server/platform/outside/mail.ts'
import { createPasswordHash } from '#server/platform/outside/password-hash.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { type Random, systemRandom } from '#server/platform/runtime/random.ts'
import { openPaymentProviders } from '#server/platform/services/payment-providers.ts'
import { deskDocuments } from '#server/platform/site/desk-documents.ts'
import { openSiteFiles } from '#server/platform/site-files/site-files.ts'
import { namedBySite } from '#server/platform/site-files/site-name.ts'
import { createTestDatabase, emptyDatabase } from './database.ts'
import { openForTests } from './open-for-tests.ts'
import { TestClient } from './test-client.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export type TestApp = {
  readonly app: FastifyInstance
  readonly services: SiteServices
  /** The handle of its database. */
  readonly db: Db
  readonly clock: TestClock
  /** A new browser, signed out. */
  client(options?: { remoteAddress?: string }): TestClient
  /**
   * Resets the site, for `beforeEach` of tests that need one to themselves: no accounts, no jobs, and the clocks at
   * their start. Only the process's memory stays, such as counts of attempts.
   */
  startOver(): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** Settings as one would type them; the rest are the demo's. */
  readonly settings?: Readonly<Record<string, string>>
  /** The start of both clocks. */
  readonly start?: Date
  /** Those of another process of the same site. */
  readonly clock?: TestClock
  /** The same tokens and ids in every run, in the order in which they are requested. */
  readonly seed?: string
  /** Services of the test's own in place of the usual ones. */
  readonly services?: Partial<SiteServices>
}

/**
 * The whole site in this process, over a fresh database; a test file has to close it. Nothing of ours
 * is replaced; mails go to the outbox, media into a folder that goes with the app. It has the demo's payment provider, and
 * Stripe with the `settings` of `startStripeServer`.
 */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-app-'))
  const settings = testConfig({ DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'site'), ...options.settings })
  const clock = options.clock ?? createTestClock(options.start ?? new Date('2026-11-21T10:00:00Z'))
  const database = options.services?.database ?? (await createTestDatabase())
  const log = options.services?.log ?? createLog(settings.logLevel)
  const siteFiles =
    options.services?.siteFiles ??
    (await openSiteFiles({ folder: settings.siteFolder, priceSet: settings.priceSet, log }))
  if (!options.services?.siteFiles) await siteFiles.followDesk(deskDocuments(database))
  const config = namedBySite(settings, siteFiles)
  const services: SiteServices = {
    config,
    database,
    clock,
    // a test's clock is not shared
    otherClocks: [],
    random: options.seed === undefined ? systemRandom : seededRandom(options.seed),
    limits: createLimits(config.rateLimits, countersOf({ database, config, log })),
    // a thousandth of the real work: password-hash.test.ts is about that
    passwords: createPasswordHash({ cost: { memoryCost: 16, timeCost: 1 } }),
    mail: demoMail,
    payments: await openPaymentProviders(
      config,
      { database, clock, random: systemRandom, log },
      { sandbox: 20, stripe: 1_000 },
    ),
    media: await openTestMedia(config),
    resolveTxt: async () => [],
    library: await openLibrary({ database, clock: options.services?.clock ?? clock, log }),
    web: await openWebBuild(join(import.meta.dirname, '../fixtures/web')),
    queue: await startQueue({ database, log, run: 'when-drained' }),
    log,
    stopping: new AbortController().signal,
    siteFiles,
    ...triggers({ database, clock }),
    ...options.services,
  }
  await startJobs(services)
  const app = await createApp(services)
  return {
    app,
    services,
    db: database.db,
    clock,
    client: (of) => new TestClient(app, config, of),
    async startOver() {
      clock.startOver()
      await emptyDatabase(database)
    },
    async close() {
      await app.close()
      await services.queue.stop()
      await services.library.close()
      await services.siteFiles.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same for all tests of a file. */
export function testApp(options?: Options): TestApp {
  return openForTests(() => createTestApp(options))
}

async function openTestMedia(config: Config) {
  await prepareMediaFolder(config.mediaFolder, false)
  return openMedia(config)
}

/** The settings of a test: those of the demo, quiet, unless it says otherwise. */
export function testConfig(settings: Readonly<Record<string, string>> = {}): Config {
  const read = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    // only the tests that are about it take pictures of films
    FFMPEG: 'none',
    APP_SECRET: 'of-the-tests:K7v2mQ9xR4bT8nW1pZ6c',
    ...settings,
  })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return { ...read, appSecret: read.appSecret ?? '' }
}

function seededRandom(seed: string): Random {
  let count = 0
  const next = () => {
    count += 1
    return createHash('sha256').update(`${seed} ${count}`).digest()
  }
  return {
    token: () => next().toString('base64url'),
    id: () =>
      next()
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
  }
}
