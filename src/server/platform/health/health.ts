import { statfs } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { Health } from '#contract/site/site.ts'
import { schemaFits } from '#server/platform/database/migrate.ts'
import type { UpkeepWatch } from '#server/platform/jobs/upkeep-watch.ts'
import { folderFault, isEmpty } from '#server/platform/runtime/folder-fault.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  libraryHasVideos,
  mailIsStuck,
  mailsComeBack,
  mailWasGivenUp,
  mailWentOutAfter,
} from './health.store.ts'
import type { MailServerWatch } from './mail-server-watch.ts'

/** Bytes that must be free for uploads and the database. */
const freeBytes = 50 * 1024 * 1024

/** How many faulty places of site files a reason names. */
const mostPlaces = 5

/** Monitors of slow faults. */
export type Watches = { readonly upkeep: UpkeepWatch; readonly mailServer: MailServerWatch }

/**
 * Checks whether this process can serve visitors. Without its database, schema, disk or media it is `failing`.
 * Undelivered mails, an unavailable payment provider and late upkeep leave the site usable: it is `degraded`, and the
 * operator should look. A process that is stopping is `failing`. Reasons name no folder and no server, because they are public.
 */
export async function checkHealth(services: Services, watches: Watches): Promise<z.output<typeof Health>> {
  const database = await services.database.ready()
  const vital = {
    database: database ? undefined : 'is failing',
    migrations: database && (await schemaFits(services.database)) ? undefined : 'is failing',
    disk: await diskFault(services),
    media: await mediaFault(services, database),
  }
  const mail = database ? await mailFault(services, watches.mailServer) : 'is failing'
  const checks = Object.fromEntries(
    Object.entries({ ...vital, mail }).map(([name, fault]) => [name, fault ? 'failing' : 'ok'] as const),
  )
  if (services.stopping.aborted) return { status: 'failing', reasons: ['this process is stopping'], checks }
  const failing = Object.entries(vital).flatMap(([name, fault]) => (fault ? [`${name} ${fault}`] : []))
  if (failing.length > 0) return { status: 'failing', reasons: failing, checks }
  const reasons = [
    ...(mail ? [`mail ${mail}`] : []),
    ...insecureMail(watches),
    ...silentProviders(services),
    ...(services.media.isAway?.() ? ['the media storage does not answer'] : []),
    ...siteMistakes(services),
    ...(await watches.upkeep()),
  ]
  return { status: reasons.length > 0 ? 'degraded' : 'ok', reasons, checks }
}

/** Known from earlier calls: an active check would make readiness wait for the provider. */
function silentProviders({ payments }: Pick<Services, 'payments'>): string[] {
  return [...payments.values()].flatMap(({ name, isSilent }) =>
    isSilent?.() ? [`the payment provider ${name} does not answer`] : [],
  )
}

/** Their sentences are in the log and in `npm run site -- check`. */
function siteMistakes({ siteFiles: { mistakes } }: Pick<Services, 'siteFiles'>): string[] {
  if (mistakes.length === 0) return []
  const places = mistakes.slice(0, mostPlaces).map(({ file, line }) => `${file} line ${line}`)
  const more = mistakes.length > mostPlaces ? ', …' : ''
  return [`the site files have mistakes (${places.join(', ')}${more}): the former ones stay`]
}

/** The embedded database's folder, and the free space of all folders that are written to. */
async function diskFault({
  config,
  database,
}: Pick<Services, 'config' | 'database'>): Promise<string | undefined> {
  const own = database.kind === 'embedded' ? await folderFault(config.dataDir) : undefined
  if (own) return `is failing: the data folder ${own}`
  const folders = database.kind === 'embedded' ? [config.dataDir, config.mediaFolder] : [config.mediaFolder]
  const free = await Promise.all(folders.map(freeIn))
  return free.every((bytes) => bytes >= freeBytes) ? undefined : 'is failing: less than 50 MB are free'
}

/** A missing folder does not count as a lack of space. */
async function freeIn(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
}

async function mediaFault(
  { config, database }: Pick<Services, 'config' | 'database'>,
  ask: boolean,
): Promise<string | undefined> {
  const fault = await folderFault(config.mediaFolder)
  if (fault) return `is failing: the media folder ${fault}`
  const lost = ask && !config.s3 && (await isEmpty(config.mediaFolder)) && (await libraryHasVideos(database))
  return lost ? 'is failing: the media folder is empty, but the library has videos' : undefined
}

/** Mails are delivered, but without encryption. */
function insecureMail({ mailServer }: Watches): string[] {
  return mailServer()?.insecure
    ? ['mails are sent without TLS: the mail server offers none (SMTP_URL, SMTP_REQUIRE_TLS)']
    : []
}

/** How long a mail may wait before the site is degraded, in milliseconds. */
const maxWaitMs = 5 * 60_000

/**
 * Returns the fault of mail delivery, if any. The first accepted mail ends it: after that, failures are those of single
 * hosts.
 */
async function mailFault(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  mailServer: MailServerWatch,
): Promise<string | undefined> {
  const fault = mailServer()
  if (fault && !fault.insecure && !(await mailWentOutAfter(database, fault.since)))
    return `is failing: the mail server cannot be used (${fault.code})`
  const now = clock.real()
  const moments = { now, since: new Date(now.getTime() - maxWaitMs) }
  if (await mailIsStuck(database, moments)) return 'is failing: mails have waited for more than 5 minutes'
  if (await mailsComeBack(database, moments))
    return `is failing: mails have been tried in vain for more than 5 minutes (see ${deskPages.adminMails.path})`
  if (await mailWasGivenUp(database))
    return `is failing: a mail was given up after 5 days (see ${deskPages.adminMails.path})`
  return undefined
}
