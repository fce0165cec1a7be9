import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'

type Size = {
  readonly videos: number
  /** A film on this machine; every video shows this one. Without it nothing can be played. */
  readonly film?: { readonly path: string; readonly media: MediaStore }
}

/**
 * Writes a library of any size straight into an empty database, for tests of load: rows only. The same size makes the
 * same library: about 100 videos a category, three levels deep, 60 tags, 12 versions, 40 a day published, 2 % free.
 */
export async function generateLibrary({ db }: Database, { videos, film }: Size): Promise<void> {
  const stored = film && (await film.media.put(film.path, 'mp4'))
  if (stored && 'refused' in stored) throw new Error(`The film cannot be stored: ${stored.refused}`)
  const filmKey = stored?.key ?? `${'0'.repeat(64)}.mp4`
  const categories = generateCategories(Math.max(3, Math.ceil(videos / 100)))
  await inTransaction(db, async (trx) => {
    for (const rows of slices(categories)) {
      await trx
        .insertInto('category')
        .values(rows.map(({ row }) => row))
        .execute()
      const parents = rows.flatMap(({ row: { id }, parentId }) =>
        parentId === undefined ? [] : [{ category_id: id, parent_id: parentId }],
      )
      if (parents.length > 0) await trx.insertInto('category_parent').values(parents).execute()
    }
    await trx
      .insertInto('software_version')
      .values(
        Array.from({ length: 12 }, (_, index) => ({ id: `react-${index + 8}`, name: `React ${index + 8}` })),
      )
      .execute()
    const all = Array.from({ length: videos }, (_, index) => generateVideo(index, categories, filmKey))
    for (const rows of slices(all)) await trx.insertInto('video').values(rows).execute()
    await trx
      .insertInto('catalogue')
      .values({ revision: 1, digest: `generated ${videos}`, imported_at: new Date('2026-11-01T00:00:00Z') })
      .execute()
  })
}

type GeneratedCategory = {
  readonly row: Insertable<Tables['category']>
  readonly parentId: string | undefined
}

/** A tree in which each category has up to six children. Parents come before their children. */
function generateCategories(count: number): GeneratedCategory[] {
  const categories: GeneratedCategory[] = []
  for (let index = 0; index < count; index += 1) {
    const parent = index < 6 ? undefined : categories[Math.floor((index - 6) / 6)]?.row
    const urlKey = `${pick(subjects, index)}-${index}`
    const id = parent ? `${parent.id}/${urlKey}` : urlKey
    const name = `${capital(pick(subjects, index))} ${index}`
    categories.push({
      row: { id, name, url_key: urlKey, position: index, description: '' },
      parentId: parent?.id,
    })
  }
  return categories
}

function generateVideo(
  index: number,
  categories: readonly GeneratedCategory[],
  filmKey: string,
): Insertable<Tables['video']> {
  const random = mixed(index)
  const published_on = dayBefore('2026-11-01', Math.floor(index / 40))
  const title = `${capital(pick(verbs, random))} ${pick(subjects, random >>> 5)} with ${pick(subjects, random >>> 9)}, part ${index + 1}`
  return {
    id: `video-${index + 1}`,
    title,
    description: `${title}. What happens, step by step, when ${pick(subjects, random >>> 3)} meets *${pick(subjects, random >>> 7)}*, and what to do about it.`,
    duration_seconds: 60 + (random % 1_500),
    published_on,
    published_at: new Date(`${published_on}T00:00:00Z`),
    category_id: categories[random % categories.length]?.row.id ?? '',
    tags: [...new Set([random, random >>> 4, random >>> 8].map((seed) => `tag-${(seed % 60) + 1}`))],
    version_ids: [`react-${(random % 12) + 8}`],
    free: index % 50 === 0,
    film_key: filmKey,
    poster_key: null,
    tracks: '[]',
    chapters: '[]',
    withdrawn_at: null,
  }
}

const verbs = ['understand', 'test', 'refactor', 'measure', 'debug', 'type', 'cache', 'split']
const subjects = [
  'hooks',
  'state',
  'effects',
  'forms',
  'routes',
  'tables',
  'streams',
  'workers',
  'styles',
  'queries',
]

function pick(words: readonly string[], seed: number): string {
  return words[seed % words.length] ?? ''
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A number without order, always the same for the same index (the finalizer of MurmurHash3). */
function mixed(index: number): number {
  let hash = index + 0x9e3779b9
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += 500) yield rows.slice(first, first + 500)
}
