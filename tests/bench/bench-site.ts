import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { migrationsFolder } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openMediaFolder } from '#server/outside/media-folder.ts'
import { generateLibrary } from '#support/generate-library.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

/** What is measured: a site in its own process over prepared data. */
export type BenchData = {
  /** Settings with which the site is started over it. */
  readonly settings: Record<string, string>
  /** Cookie of a signed-in subscriber. */
  readonly cookie: string
  /** A video whose film is large enough for random ranges. */
  readonly videoId: string
  readonly filmBytes: number
}

export const filmBytes = 64 * 1024 * 1024

const log = { info: () => {}, warn: console.warn, error: console.error }

/** Prepares a data directory and its database: generated videos with one film between them, and a subscriber. */
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
    const word = await storeSubscriber(database)
    return {
      settings: {
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        APP_SECRET: randomBytes(32).toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Bench <bench@example.org>',
        RATE_LIMITS: '1000000',
      },
      cookie: `lectern-session=${word}`,
      videoId: 'video-1',
      filmBytes,
    }
  } finally {
    await database.close()
  }
}

/** Starts the site over prepared data, as an operator runs it. */
export async function startSite(
  { settings }: Pick<BenchData, 'settings'>,
  port: number,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const site = await startServerProcess({
    ...settings,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    ...more,
  })
  await site.ready()
  return site
}

/** Returns the token of a session that is valid for a day. */
async function storeSubscriber({ db }: Database): Promise<string> {
  const [accountId, userId] = [randomUUID(), randomUUID()]
  const now = new Date()
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const made = { account_id: accountId, created_at: now }
  await db.insertInto('account').values({ id: accountId, name: 'Bench', created_at: now }).execute()
  await db
    .insertInto('account_user')
    .values({ id: userId, name: 'Ada', role: 'owner', ...made })
    .execute()
  const email = 'ada@example.org'
  const contact = {
    id: randomUUID(),
    user_id: userId,
    email,
    email_key: email,
    is_primary: true,
    confirmed_at: now,
  }
  await db
    .insertInto('contact')
    .values({ ...contact, ...made })
    .execute()
  await db
    .insertInto('subscription')
    .values({ account_id: accountId, status: 'prepaid', until: tomorrow, license_count: 1 })
    .execute()
  const word = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(word).digest(),
      user_id: userId,
      kind: 'full',
      stay_signed_in: true,
      created_at: now,
      last_seen_at: now,
      expires_at: tomorrow,
    })
    .execute()
  return word
}
