import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noSubscription } from '#domain/billing/state.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import { createPasswordHash } from '#server/platform/outside/password-hash.ts'
import { generateLibrary } from '#support/generate-library.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

/** Prepared data for a measured site, which runs in its own process. */
export type BenchData = {
  /** Settings of the site: an operator's, except for the limits. */
  readonly settings: Record<string, string>
  /** Cookies of signed-in subscribers, each with their own account. */
  readonly cookies: readonly string[]
  /** Cookie of the first one, ada@example.org with the password `benchPassword`. */
  readonly cookie: string
  readonly passwordHash: string
  /** Cookie of the owner of an account with 60 users. */
  readonly teamCookie: string
  /** A video with a film large enough for random ranges. */
  readonly videoId: string
  readonly filmBytes: number
}

export const benchPassword = 'nine warm lanterns'
const subscribers = 100
const teamUsers = 60

export const filmBytes = 64 * 1024 * 1024

const log = { info: () => {}, warn: console.warn, error: console.error }

/** Prepares a data directory and its database: generated videos that share one film, and a subscriber. */
export async function prepareData(
  dataDir: string,
  videoCount: number,
  databaseUrl?: string,
): Promise<BenchData> {
  const mediaFolder = join(dataDir, 'media')
  mkdirSync(mediaFolder, { recursive: true })
  const film = join(dataDir, 'film.mp4')
  writeFileSync(film, randomBytes(filmBytes))
  const media = await openMediaFolder(mediaFolder)
  const database = await openDatabase({ dataDir, databaseUrl, migrationsDir: migrationsFolder, log })
  try {
    await generateLibrary(database, { videos: videoCount, film: { path: film, media } })
    const passwordHash = String(await createPasswordHash().hash(benchPassword))
    const [cookie = '', ...others] = await storeAccounts(database, subscribers, 1, passwordHash)
    const [teamCookie = ''] = await storeAccounts(database, 1, teamUsers)
    return {
      settings: {
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        APP_SECRET: randomBytes(32).toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Bench <bench@example.org>',
        RATE_LIMITS: '1000000',
        STREAMS_PER_USER: '50',
        LOG_LEVEL: 'info',
      },
      cookies: [cookie, ...others],
      cookie,
      passwordHash,
      teamCookie,
      videoId: 'video-1',
      filmBytes,
    }
  } finally {
    await database.close()
  }
}

/** Starts the site on prepared data, as an operator runs it; its log goes to a file. */
export async function startSite(
  { settings }: Pick<BenchData, 'settings'>,
  port: number,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const site = await startServerProcess(
    { ...settings, PORT: String(port), BASE_URL: `http://localhost:${port}`, ...more },
    { logFile: join(settings.DATA_DIR ?? '', 'log') },
  )
  await site.ready()
  return site
}

/** Stores subscribed accounts with a number of users and returns each owner's session cookie, valid for a day. */
async function storeAccounts(
  { db }: Database,
  count: number,
  users: number,
  passwordHash: string | null = null,
): Promise<string[]> {
  const now = new Date()
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const owners = Array.from({ length: count }, (_, index) => ({
    accountId: randomUUID(),
    email: users === 1 && index === 0 ? 'ada@example.org' : `owner-${randomUUID()}@example.org`,
    word: randomBytes(32).toString('base64url'),
    ids: Array.from({ length: users }, () => randomUUID()),
  }))
  const people = owners.flatMap(({ accountId, email, ids }) =>
    ids.map((id, index) => ({ accountId, id, index, email: index === 0 ? email : `${id}@example.org` })),
  )
  const created_at = now
  await db
    .insertInto('account')
    .values(owners.map(({ accountId: id }) => ({ id, name: 'Bench', created_at })))
    .execute()
  await db
    .insertInto('account_user')
    .values(
      people.map(({ accountId: account_id, id, index }) => ({
        id,
        account_id,
        created_at,
        name: `Ada ${index}`,
        password_hash: passwordHash,
        role: index === 0 ? ('owner' as const) : ('user' as const),
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      people.map(({ accountId: account_id, id: user_id, email }) => ({
        id: randomUUID(),
        user_id,
        account_id,
        email,
        email_key: email,
        is_primary: true,
        confirmed_at: now,
        created_at,
      })),
    )
    .execute()
  await db
    .insertInto('subscription')
    .values(
      owners.map(({ accountId: account_id }) => ({
        account_id,
        status: 'prepaid' as const,
        until: tomorrow,
        license_count: users,
        due_at: tomorrow,
        state: JSON.stringify({
          ...noSubscription(true),
          status: 'prepaid',
          until: tomorrow,
          licenseCount: users,
        }),
      })),
    )
    .execute()
  await db
    .insertInto('session')
    .values(
      owners.map(({ word, ids: [user_id = ''] }) => ({
        token_hash: createHash('sha256').update(word).digest(),
        user_id,
        kind: 'full' as const,
        stay_signed_in: true,
        created_at,
        last_seen_at: now,
        expires_at: tomorrow,
      })),
    )
    .execute()
  return owners.map(({ word }) => `lectern-session=${word}`)
}
