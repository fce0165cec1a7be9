import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { posterWidths } from '#contract/library/poster.ts'
import { keepMedia } from '#server/library/unused-media/keep-media.ts'
import type { PosterSize } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { StepOutcome, UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { MediaAway, wholeFile } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { postersWithoutSizes, storePosterSizes } from './poster.store.ts'

/** Number of posters after which the copies are stored and published. */
const postersAtOnce = 20
const maxPerRound = 60

/** Takes a tenth of a second for each new poster; the rest is left to the next minute. */
export const libraryUpkeep: readonly UpkeepStep[] = [
  { name: 'make-poster-sizes', every: 'minute', apart: true, run: makePosterSizes },
]

/**
 * Creates the missing smaller copies of all posters, as WebP. An unreadable picture is shown unchanged, and not
 * retried.
 */
export async function makePosterSizes(
  services: Pick<Services, 'database' | 'media' | 'log' | 'stopping'>,
): Promise<StepOutcome> {
  const { database, log, stopping } = services
  const waiting = (await postersWithoutSizes(database.db)).slice(0, maxPerRound)
  if (waiting.length === 0) return 'done'
  const folder = await mkdtemp(join(tmpdir(), 'lectern-posters-'))
  let outcome: StepOutcome = 'done'
  try {
    for (let first = 0; first < waiting.length; first += postersAtOnce) {
      const made = new Map<string, readonly PosterSize[]>()
      for (const key of waiting.slice(first, first + postersAtOnce)) {
        if (stopping.aborted) break
        const sizes = await sizesOf(services, key, folder).catch((error: unknown) => {
          // the poster may be a good one
          if (error instanceof MediaAway) throw error
          log.warn({ err: error, poster: key }, 'a poster cannot be read; it is shown as it is')
          return []
        })
        if (sizes === 'no-room') outcome = 'failed'
        else if (sizes !== 'not-there') made.set(key, sizes)
      }
      if (made.size > 0) await inTransaction(database.db, (trx) => storePosterSizes(trx, made))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return outcome
}

/** None where the poster is animated, or smaller than its copies. */
async function sizesOf(
  services: Pick<Services, 'database' | 'media'>,
  key: string,
  folder: string,
): Promise<PosterSize[] | 'no-room' | 'not-there'> {
  const file = await services.media.open(key)
  if (!file) return 'not-there'
  const bytes = await wholeFile(file)
  // loaded on demand: at startup there is rarely work
  const { default: sharp } = await import('sharp')
  const { pages = 1, autoOrient } = await sharp(bytes).metadata()
  if (pages > 1) return []
  const widths = [...new Set(posterWidths.map((width) => Math.min(width, autoOrient.width)))]
  // decoded once; all later pictures are at most as wide as the widest copy
  const widest = sharp(bytes)
    .autoOrient()
    .resize({ width: widths.at(-1) })
  const { data, info } = await widest.raw().toBuffer({ resolveWithObject: true })
  const picture = sharp(data, { raw: info })
  const copies = await Promise.all(widths.map((width) => makeCopy(picture, width, folder)))
  if ((copies.at(-1)?.bytes ?? 0) >= bytes.length) return []
  const sizes: PosterSize[] = []
  for (const { width, path } of copies) {
    const stored = await keepMedia(services, path, 'webp')
    if ('refused' in stored) return 'no-room'
    sizes.push({ width, key: stored.key })
  }
  return sizes
}

/** A compromise between quality and size: 8 KB for a drawing of 720 pixels, 3 KB for 320. */
async function makeCopy(picture: Sharp, width: number, folder: string) {
  const path = join(folder, `${width}.webp`)
  const { size } = await picture.clone().resize({ width }).webp({ quality: 60, effort: 2 }).toFile(path)
  return { width, path, bytes: size }
}
