import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { storeFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import type { MediaExtension } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { storeCategory, storeVideo } from './stored/library.ts'
import { markRemoved } from './stored/people.ts'
import { storeSubscription } from './stored/subscriptions.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Bytes of each video's film: one is free, two belong to subscribers, one has left the catalogue. */
export const films = {
  free: randomBytes(40_000),
  paid: randomBytes(700_001),
  /** The smaller file of the paid one. */
  smallPaid: randomBytes(300_001),
  other: randomBytes(30_000),
  withdrawn: randomBytes(20_000),
} as const

export const captionsOfPaid = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGuarded words\n'

/** The sheet of pictures of the paid film's storyboard. */
export const sheetOfPaid = randomBytes(5_000)

export type SignedInViewer = {
  readonly client: TestClient
  readonly userId: string
  readonly accountId: string
}

export type WatchingSite = TestApp & {
  /** Another video for subscribers, with these bytes as its film. */
  addVideo(id: string, film: Buffer, values?: Partial<Insertable<Tables['video']>>): Promise<void>
  /** Another film in the place of a video's, as an import would have it: in one size unless a smaller file is given. */
  replaceFilm(id: string, film: Buffer, small?: Buffer): Promise<void>
  /** The public address of a free video's film. */
  freeFilm(id: string): string
  removeUser(userId: string): Promise<void>
  /** A signed-in user in a separate browser; of a new account unless one is given. */
  viewer(of?: {
    accountId?: string
    confirmed?: boolean
    /** The new account's; none where it is undefined. */
    subscription?: Partial<SubscriptionState> | undefined
  }): Promise<SignedInViewer>
}

type SubscriptionState = {
  status: 'trial' | 'prepaid' | 'active' | 'cancelled'
  until: Date
  license_count: number
}

/** A site with generated films, for tests of watching. */
export async function createWatchingSite(settings: Record<string, string> = {}): Promise<WatchingSite> {
  const site = await createTestApp({ settings })
  await storeFilms(site.services)
  return {
    ...site,
    addVideo: (id, film, values) => addVideo(site.services, id, film, values),
    replaceFilm: (id, ...films) => replaceFilm(site.services, id, ...films),
    freeFilm: (id) => freeFilmAddress(id, site.services.library.stored(id)?.filmKey ?? ''),
    removeUser: (userId) => markRemoved(site.db, userId, site.clock.now()),
    async viewer(of = {}) {
      const { services } = site
      const accountId =
        of.accountId ?? (await storeAccount(services, { subscription: {}, ...of }.subscription))
      const userId = await storeUser(services, accountId, of.confirmed ?? true)
      const client = site.client()
      client.cookies.set(cookieName(services.config, 'session'), await storeSession(services, userId))
      return { client, userId, accountId }
    },
  }
}

/** The films, as an import would have stored them, on a site that has none. */
export async function storeFilms(services: LibraryServices): Promise<void> {
  const { db } = services.database
  await storeCategory(db, 'all')
  await db
    .insertInto('catalogue')
    .values({ revision: 1, digest: '', imported_at: new Date(0) })
    .execute()
  const key = await put(services, captionsOfPaid, 'vtt')
  const storyboard = {
    key: await put(services, sheetOfPaid, 'webp'),
    width: 240,
    height: 135,
    columns: 10,
    count: 60,
    everySeconds: 1,
  }
  const furnished = {
    storyboard: JSON.stringify(storyboard),
    poster_key: await put(services, randomBytes(100), 'webp'),
    tracks: JSON.stringify([{ kind: 'captions', key, srclang: 'en', label: 'English' }]),
    chapters: JSON.stringify([
      { startSeconds: 0, title: 'Start' },
      { startSeconds: 30, title: 'More' },
    ]),
  }
  await addVideo(services, 'free', films.free, { free: true, published_on: '2026-01-01' })
  const small_film_key = await put(services, films.smallPaid, 'mp4')
  await storeFilmSizes(db, [
    { film_key: await put(services, films.paid, 'mp4'), height: 1080, kilobits_per_second: 93 },
    { film_key: small_film_key, height: 720, kilobits_per_second: 40 },
  ])
  await addVideo(services, 'paid', films.paid, { ...furnished, small_film_key, published_on: '2026-01-02' })
  await addVideo(services, 'other', films.other, { published_on: '2026-01-03' })
  await addVideo(services, 'withdrawn', films.withdrawn, { withdrawn_at: new Date(0) })
}

async function addVideo(
  services: LibraryServices,
  id: string,
  film: Buffer,
  values: Partial<Insertable<Tables['video']>> = {},
): Promise<void> {
  const { db } = services.database
  const film_key = await put(services, film, 'mp4')
  await storeVideo(db, id, { title: `The ${id} one`, category_id: 'all', film_key, ...values })
  await tellImport(services)
}

async function replaceFilm(
  services: LibraryServices,
  id: string,
  film: Buffer,
  small?: Buffer,
): Promise<void> {
  const film_key = await put(services, film, 'mp4')
  const small_film_key = small ? await put(services, small, 'mp4') : null
  const { db } = services.database
  await db.updateTable('video').set({ film_key, small_film_key }).where('id', '=', id).execute()
  await tellImport(services)
}

async function tellImport({ database, library }: LibraryServices): Promise<void> {
  await database.db
    .updateTable('catalogue')
    .set((catalogue) => ({ revision: catalogue('revision', '+', 1) }))
    .execute()
  await library.refresh()
}

async function put({ media }: Services, bytes: Buffer | string, extension: MediaExtension): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-films-'))
  const file = join(folder, 'medium')
  writeFileSync(file, bytes)
  const stored = await media.put(file, extension)
  rmSync(folder, { recursive: true })
  if ('refused' in stored) throw new Error(stored.refused)
  return stored.key
}

async function storeAccount(
  { database: { db }, clock }: Services,
  subscription: Partial<SubscriptionState> | undefined,
): Promise<string> {
  const id = randomUUID()
  await db.insertInto('account').values({ id, name: 'Team', created_at: clock.now() }).execute()
  if (subscription) {
    const until = new Date(clock.now().getTime() + 14 * 86_400_000)
    const { license_count: licenseCount = 1, ...of } = subscription
    await storeSubscription(db, id, { status: 'trial', until, licenseCount, ...of })
  }
  return id
}

async function storeUser({ database: { db }, clock }: Services, accountId: string, confirmed: boolean) {
  const id = randomUUID()
  const made = { account_id: accountId, created_at: clock.now() }
  await db
    .insertInto('account_user')
    .values({ id, name: 'Ada', role: 'owner', ...made })
    .execute()
  const email = `${id}@example.org`
  await db
    .insertInto('contact')
    .values({
      id: randomUUID(),
      user_id: id,
      email,
      email_key: email,
      is_primary: true,
      confirmed_at: confirmed ? clock.now() : null,
      ...made,
    })
    .execute()
  return id
}

/** Returns the session's token, as the browser's cookie holds it. */
async function storeSession({ database: { db }, clock, random }: Services, userId: string): Promise<string> {
  const token = random.token()
  const now = clock.real()
  await db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      user_id: userId,
      kind: 'full',
      stay_signed_in: true,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
    })
    .execute()
  return token
}
