import { Server } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  type DeclarationsRequest,
  decideAsOperator,
  declarationsCommand,
} from '#server/business/declarations/decide-declaration.ts'
import { findSetUp, sayFirstLink } from '#server/front/admin/set-up/find-set-up.ts'
import { adminLinkCommand, makeAdminLinkOnRequest } from '#server/front/admin-link/make-admin-link.ts'
import { closeServiceCommand, closeServiceOnRequest } from '#server/front/closing/close-service.ts'
import {
  type ControlCommands,
  type ControlSocket,
  openControlSocket,
} from '#server/front/command-line/control-socket.ts'
import { renewLinkKeysCommand, renewLinks } from '#server/front/command-line/renew-link-keys.ts'
import { openDemoClock } from '#server/front/demo/demo-clock.ts'
import { keepDemoSecret } from '#server/front/demo/demo-secret.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import type { SiteServices } from '#server/front/documents/documents.ts'
import { openWebBuild } from '#server/front/documents/web-build.ts'
import { openLibrary } from '#server/library/catalogue/library.ts'

import { exportCommand, exportOnRequest } from '#server/library/export/export-catalogue.ts'

import { importCatalogue, importCommand, importOnRequest } from '#server/library/write/import-catalogue.ts'

import { verifyAuditCommand, verifyAuditOnRequest } from '#server/platform/audit/verify-audit.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { countersOf } from '#server/platform/http/attempts/counters.ts'
import { createLimits } from '#server/platform/http/attempts/limits.ts'
import { createPasswordHash } from '#server/platform/outside/password-hash.ts'
import { resolveTxt } from '#server/platform/outside/resolve-txt.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { otherClocks } from '#server/platform/services/clock-check.ts'
import { liveMail } from '#server/platform/services/live-mail.ts'
import { deskDocuments } from '#server/platform/site/desk-documents.ts'
import { followDeskSettings } from '#server/platform/site/desk-settings.ts'
import { openSiteFiles } from '#server/platform/site-files/site-files.ts'
import { namedBySite } from '#server/platform/site-files/site-name.ts'
import { createApp, triggers } from './app.ts'
import { startJobs } from './background.ts'
import { listPurged, purgeAgain } from './business/own-data/purge-list.ts'
import { copyDatabaseCommand, copyDatabaseOnRequest } from './front/backup/copy-database.ts'
import { keepSecret } from './front/backup/keep-secret.ts'
import { backupToolsFault } from './front/backup/postgresql-versions.ts'
import { prepareFolders, prepareMediaFolder } from './platform/config/prepare-folders.ts'
import { listenAt, probeAddress } from './platform/http/listen.ts'
import { openPaymentProviders } from './platform/services/payment-providers.ts'

/** A running site. */
export type Site = { readonly app: FastifyInstance; stop(): Promise<void> }

const demoLibrary = resolve(import.meta.dirname, '../../content')
const builtScreens = resolve(import.meta.dirname, '../../dist/web')

/**
 * Opens everything that a site or its worker needs, ordered so that nothing is changed before a refusal. Throws `StartProblem` for
 * what the operator must correct. `say` reports steps that take a while.
 */
export async function startSite(read: ReadConfig, say: (sentence: string) => void): Promise<Site> {
  await probeAddress(read)
  await prepareFolders(read)
  const mediaOrigin = read.mediaDelivery === 'redirect' ? read.s3?.endpoint : undefined
  const web = await openWebBuild(builtScreens, mediaOrigin)
  const log = createLog(read.logLevel)
  const siteFiles = await openSiteFiles({ folder: read.siteFolder, priceSet: read.priceSet, log })
  const { dataDir, databaseUrl, demo } = read
  const database = await openDatabaseOf(read, log)
  const config = namedBySite(
    { ...read, appSecret: read.appSecret ?? keepDemoSecret(dataDir, systemRandom.token) },
    siteFiles,
  )
  await siteFiles.followDesk(deskDocuments(database))
  await keepSecret({ database, config, log })
  const desk = demo ? undefined : await followDeskSettings(config, { database, log })
  const inSetUp = await findSetUp(config, database)
  if (databaseUrl && config.role !== 'web') await warnOfOldTools(database, log)
  const clock = demo ? await openDemoClock(database) : systemClock
  log.info('reading the library')
  const library = await openLibrary({ database, clock, log })
  await prepareMediaFolder(config.mediaFolder, library.revision > 0 && !config.s3)
  const media = await openMedia(config)
  const stopping = new AbortController()
  const payments = await openPaymentProviders(config, { database, clock, random: systemRandom, log })
  desk?.whenChanged(() => payments.refresh())
  const services: SiteServices = {
    config,
    database,
    clock,
    // those of the keys in use
    get otherClocks() {
      return otherClocks(database, payments)
    },
    media,
    resolveTxt,
    log,
    stopping: stopping.signal,
    siteFiles,
    random: systemRandom,
    limits: createLimits(config.rateLimits, countersOf({ database, config, log })),
    passwords: createPasswordHash(),
    mail: liveMail(config),
    payments,
    library,
    web,
    queue: await startQueue({ database, log, run: read.role === 'web' ? 'elsewhere' : 'at-once' }),
    ...triggers({ database, clock }),
  }
  const { app, commands } = await serve(services, say)
  if (inSetUp && read.role !== 'worker') await sayFirstLink(services, say)
  const stop = async () => {
    stopping.abort()
    if (database.kind === 'postgresql') await drain(app)
    desk?.close()
    await stopSite(app, services, commands)
  }
  return { app, stop }
}

async function warnOfOldTools(database: SiteServices['database'], log: SiteServices['log']): Promise<void> {
  const fault = await backupToolsFault(database)
  if (fault) log.warn(fault)
}

/** Starts the jobs and listens; in the demo, once its library and users are there. */
async function serve(services: SiteServices, say: (sentence: string) => void) {
  if (services.config.demo) await prepareDemo(services, say)
  await purgeAgain(services)
  await startJobs(services)
  const commands = await listenToCommands(services)
  const app = await createApp(services)
  await listenAt(app, services.config)
  return { app, commands }
}

function openDatabaseOf(read: ReadConfig, log: SiteServices['log']) {
  log.info('opening the database')
  return openDatabase({
    databaseUrl: read.databaseUrl,
    dataDir: read.dataDir,
    poolSize: read.databasePool,
    waitMs: read.databaseWaitMs,
    migrationsDir: migrationsFolder,
    log,
  })
}

/** Milliseconds at shutdown in which a site with PostgreSQL, which may have other processes, still serves: proxies that ask for readiness notice. */
const drainMs = 1_500
/** Milliseconds in which each reply ends its connection, and no more are taken. */
const lastRequestsMs = 1_000

/** Ends the serving of a process beside others, so that the proxy finds the others before any request is lost. */
async function drain({ server }: FastifyInstance): Promise<void> {
  await wait(drainMs)
  // that of HTTP would also close connections whose request has not been read yet
  Server.prototype.close.call(server)
  await wait(lastRequestsMs)
}

/** Milliseconds for running requests at shutdown. */
const requestsEndWithinMs = 5_000

/** Stops requests first, then jobs, and last what both need. */
async function stopSite(
  app: FastifyInstance,
  services: SiteServices,
  commands: ControlSocket | undefined,
): Promise<void> {
  const { queue, library, siteFiles, database } = services
  const timeout = setTimeout(() => app.server.closeAllConnections(), requestsEndWithinMs).unref()
  await Promise.all([app.close(), commands?.close()])
  clearTimeout(timeout)
  await queue.stop()
  await listPurged(services)
  await library.close()
  await siteFiles.close()
  await database.close()
}

/** Only this process can open the embedded database, so command-line tools send their commands here. */
async function listenToCommands(services: SiteServices): Promise<ControlSocket | undefined> {
  const { database, config, log } = services
  if (database.kind === 'postgresql') return undefined
  const commands: ControlCommands = {
    [importCommand]: (request, report) => importOnRequest(services, request, report),
    [exportCommand]: (request, report) => exportOnRequest(services, request, report),
    [adminLinkCommand]: (request) => makeAdminLinkOnRequest(services, request),
    [verifyAuditCommand]: () => verifyAuditOnRequest(services),
    // the client is the same program
    [declarationsCommand]: (request) => decideAsOperator(services, request as DeclarationsRequest),
    [closeServiceCommand]: (request) => closeServiceOnRequest(services, request),
    [renewLinkKeysCommand]: () => renewLinks(services, config),
    [copyDatabaseCommand]: (request) => copyDatabaseOnRequest(services, request),
  }
  return openControlSocket(config.dataDir, commands, log).catch((error: unknown) => {
    // some file systems have no sockets; the site works without one
    log.warn({ err: error }, 'command-line tools cannot reach this server')
    return undefined
  })
}

/** The first start of a demo imports its library and creates its users; later changes are kept. */
async function prepareDemo(services: SiteServices, say: (sentence: string) => void): Promise<void> {
  if (services.library.revision === 0) {
    say('Loading the demo library (at the first start only) …')
    await importDemoLibrary(services)
  }
  await seedDemo(services)
}

async function importDemoLibrary(services: SiteServices): Promise<void> {
  const outcome = await importCatalogue(services, demoLibrary)
  if (outcome.kind === 'refused') throw new StartProblem(outcome.sentence)
  if (outcome.kind === 'mistakes')
    throw new Error(`The demo library has mistakes: ${JSON.stringify(outcome.mistakes, undefined, 2)}`)
  await services.library.refresh()
}
