import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepMedia } from '#server/library/unused-media/keep-media.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { StepOutcome, UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { type Ffmpeg, NoFfmpeg } from '#server/platform/outside/film-pictures.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type DrawnStoryboard, drawStoryboard } from './draw-storyboard.ts'
import { type FilmInUse, filmsWithoutStoryboard, storeStoryboard } from './storyboard.store.ts'

const maxPerRound = 10
/** Milliseconds; a long video on a slow machine takes some minutes. */
const filmTimeoutMs = 30 * 60_000

/** Takes some seconds for each new video without a storyboard; the rest is left to the next minute. */
export const storyboardsUpkeep: readonly UpkeepStep[] = [
  { name: 'make-storyboards', every: 'minute', apart: true, run: makeStoryboards },
]

type Needed = Pick<Services, 'database' | 'media' | 'log' | 'stopping'> & {
  readonly config: Pick<Services['config'], 'ffmpeg'>
}

/**
 * Generates the missing storyboards, one video after the other, where ffmpeg is installed. An unreadable video is only
 * retried by the next process.
 */
export async function makeStoryboards(services: Needed): Promise<StepOutcome> {
  const { database, config, stopping } = services
  if (config.ffmpeg === undefined) return 'done'
  const known = memoryOf(database)
  const films = (await filmsWithoutStoryboard(database.db)).filter(({ key }) => !known.unreadable.has(key))
  for (const film of films.slice(0, maxPerRound)) {
    const outcome = await makeStoryboard(services, config.ffmpeg, film)
    if (stopping.aborted) return 'held-back'
    if (outcome === 'no-program') return 'done'
    if (outcome === 'no-room') return 'failed'
  }
  return 'done'
}

async function makeStoryboard(
  { database, media, log, stopping }: Needed,
  ffmpeg: Ffmpeg,
  { key, durationSeconds }: FilmInUse,
): Promise<'made' | 'unreadable' | 'no-program' | 'no-room'> {
  const known = memoryOf(database)
  const film = await media.openLocal(key)
  if (!film) {
    known.unreadable.add(key)
    return 'unreadable'
  }
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(filmTimeoutMs)])
    const drawn = await drawStoryboard(ffmpeg, film, durationSeconds, signal)
    const sheetKey = await putSheet({ database, media }, drawn)
    if (sheetKey === undefined) return 'no-room'
    const storyboard = { ...drawn.storyboard, key: sheetKey }
    await inTransaction(database.db, (trx) => storeStoryboard(trx, key, storyboard))
    return 'made'
  } catch (error) {
    if (error instanceof NoFfmpeg) {
      if (!known.saidMissing)
        log.info(
          { program: ffmpeg.program, reason: error.message },
          'ffmpeg cannot be started: films that come without a storyboard have none',
        )
      known.saidMissing = true
      return 'no-program'
    }
    if (!stopping.aborted) {
      log.warn({ err: error, film: key }, 'no storyboard can be made of a film; it has none')
      known.unreadable.add(key)
    }
    return 'unreadable'
  } finally {
    await film.close()
  }
}

/** Undefined where the store cannot take it. */
async function putSheet(
  services: Pick<Services, 'database' | 'media'>,
  { sheet }: DrawnStoryboard,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-storyboard-'))
  try {
    const file = join(folder, 'sheet.webp')
    await writeFile(file, sheet)
    const stored = await keepMedia(services, file, 'webp')
    return 'refused' in stored ? undefined : stored.key
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Results of this process, by database. */
type Memory = { readonly unreadable: Set<string>; saidMissing: boolean }

const memories = new WeakMap<Database, Memory>()

function memoryOf(database: Database): Memory {
  const known = memories.get(database) ?? { unreadable: new Set(), saidMissing: false }
  memories.set(database, known)
  return known
}
