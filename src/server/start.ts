import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adminLinkCommand, makeAdminLinkOnRequest } from './admin-link/make-admin-link.ts'
import { createApp, type SiteServices, triggers } from './app.ts'
import { verifyAuditCommand, verifyAuditOnRequest } from './audit/verify-audit.ts'
import { startJobs } from './background.ts'
import { type ControlCommands, type ControlSocket, openControlSocket } from './command-line/control-socket.ts'
import type { Config, ReadConfig } from './config/config.ts'
import { migrationsFolder } from './database/migrations-folder.ts'
import { openDatabase } from './database/open.ts'
import { openDemoClock } from './demo/demo-clock.ts'
import { keepDemoSecret } from './demo/demo-secret.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { openWebBuild } from './documents/web-build.ts'
import { importCommand, importOnRequest } from './library/catalogue-command.ts'
import { importCatalogue } from './library/import-catalogue.ts'
import { openLibrary } from './library/library.ts'
import { listenAt, probeAddress } from './listen.ts'
import { demoMail } from './outside/mail-demo.ts'
import { smtpMail } from './outside/mail-smtp.ts'
import { openMediaFolder } from './outside/media-folder.ts'
import { createPasswordHash } from './outside/password-hash.ts'
import { openPaymentProviders } from './payment-providers.ts'
import { startQueue } from './queue/queue.ts'
import { systemClock } from './runtime/clock.ts'
import { createLog } from './runtime/log.ts'
import { systemRandom } from './runtime/random.ts'
import { StartProblem } from './runtime/start-problem.ts'
import { otherClocks } from './services/clock-check.ts'

/** A site that answers, and how to end it. */
export type Site = { readonly app: FastifyInstance; stop(): Promise<void> }

const demoLibrary = resolve(import.meta.dirname, '../../content')
const builtScreens = resolve(import.meta.dirname, '../../dist/web')

/**
 * Opens everything a site needs, in the order in which it can be refused without having changed anything. Throws
 * `StartProblem` for what the operator has to put right. `say` is told what takes a while.
 */
export async function startSite(read: ReadConfig, say: (sentence: string) => void): Promise<Site> {
  await probeAddress(read)
  const web = await openWebBuild(builtScreens)
  const log = createLog(read.logLevel)
  const { dataDir, databaseUrl, demo } = read
  const database = await openDatabase({ databaseUrl, dataDir, migrationsDir: migrationsFolder, log })
  const config: Config = { ...read, appSecret: read.appSecret ?? keepDemoSecret(dataDir, systemRandom.token) }
  const clock = demo ? await openDemoClock(database) : systemClock
  const media = await openMediaFolder(config.mediaFolder)
  const payments = await openPaymentProviders(config, { database, clock, random: systemRandom, log })
  const services: SiteServices = {
    config,
    database,
    clock,
    otherClocks: otherClocks(database, payments),
    media,
    log,
    random: systemRandom,
    passwords: createPasswordHash(),
    mail: mailOf(config),
    payments,
    library: await openLibrary({ database, clock, log }),
    web,
    queue: await startQueue({ database, log }),
    ...triggers({ database, clock }),
  }
  if (demo) await prepareDemo(services, say)
  await startJobs(services)
  const commands = await listenToCommands(services)
  const app = await createApp(services)
  await listenAt(app, config)
  return { app, stop: () => stopSite(app, services, commands) }
}

/** How long requests that are under way may go on once the site is told to stop. */
const requestsEndWithinMs = 5_000

/** Lets the requests under way end first, then the jobs, and what both need last. */
async function stopSite(
  app: FastifyInstance,
  { queue, library, database }: SiteServices,
  commands: ControlSocket | undefined,
): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), requestsEndWithinMs).unref()
  await Promise.all([app.close(), commands?.close()])
  clearTimeout(patience)
  await queue.stop()
  library.close()
  await database.close()
}

/** Nobody else gets at the embedded database while this process holds it: command-line tools ask here. */
async function listenToCommands(services: SiteServices): Promise<ControlSocket | undefined> {
  const { database, config, log } = services
  if (database.kind === 'postgresql') return undefined
  const commands: ControlCommands = {
    [importCommand]: (request, report) => importOnRequest(services, request, report),
    [adminLinkCommand]: (request) => makeAdminLinkOnRequest(services, request),
    [verifyAuditCommand]: () => verifyAuditOnRequest(services),
  }
  return openControlSocket(config.dataDir, commands, log).catch((error: unknown) => {
    // there are file systems without sockets; the site does not need one
    log.warn({ err: error }, 'command-line tools cannot reach this server')
    return undefined
  })
}

function mailOf({ smtpUrl, mailFrom, baseUrl, demo }: Config) {
  return demo || smtpUrl === undefined ? demoMail : smtpMail(smtpUrl, mailFrom, baseUrl.hostname)
}

/** The first start of a demo brings its library and its people; whatever is changed in it later is kept. */
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
