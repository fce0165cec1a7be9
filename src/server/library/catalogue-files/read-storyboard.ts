import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storyboard } from '#domain/catalogue/storyboard.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'
import { webVttSentences } from './read-captions.ts'
import { readStoryboard as readGrid, type StoryboardMistake } from './storyboard-track.ts'

/** The sprite sheet of a storyboard, and its layout. */
export type StoryboardFiles = {
  readonly path: string
  readonly type: SheetType
  readonly storyboard: Storyboard
}

const sheetTypes = { webp: 'webp', jpeg: 'jpg', png: 'png' } as const
type SheetType = (typeof sheetTypes)[keyof typeof sheetTypes]

const maxMegabytes = 5
/** The limit for smooth drawing in browsers: 64 MB of memory. */
const maxMegapixels = 16

/**
 * Reads and validates `storyboard.vtt` of a video's folder with its sheet, `storyboard.webp`, `.jpg` or `.png`.
 * Undefined without one, or with mistakes, which are reported.
 */
export async function readStoryboard(
  folder: { readonly path: string; readonly name: string; readonly files: readonly string[] },
  durationSeconds: number,
  complain: Complain,
): Promise<StoryboardFiles | undefined> {
  const files = folder.files.filter((name) => name.startsWith('storyboard.'))
  if (files.length === 0) return undefined
  const [sheet, ...others] = files.filter((name) => name !== track)
  for (const other of others) complain(`${folder.name}/${other}`, 1, m.catalogue_unknown_file())
  if (sheet === undefined || !files.includes(track)) {
    complain(`${folder.name}/${files[0]}`, 1, m.catalogue_storyboard_half())
    return undefined
  }
  const path = join(folder.path, sheet)
  const measured = await measureSheet(path)
  const name = nameFault(sheet, measured)
  if (name) complain(`${folder.name}/${sheet}`, 1, name)
  const read = await readText(join(folder.path, track))
  if ('sentence' in read) complain(`${folder.name}/${track}`, 1, read.sentence)
  if (name || 'sentence' in measured || 'sentence' in read) return undefined
  const grid = readGrid(read.text, { name: sheet, ...measured }, durationSeconds)
  if ('storyboard' in grid) return { path, type: measured.type, storyboard: grid.storyboard }
  for (const { line, code } of grid.mistakes)
    complain(`${folder.name}/${track}`, line, sentences[code]({ name: sheet, ...measured }))
  return undefined
}

const track = 'storyboard.vtt'

type Sheet = { readonly type: SheetType; readonly width: number; readonly height: number }

/** Detects format and size of a picture from its content; or returns its fault. */
async function measureSheet(path: string): Promise<Sheet | { readonly sentence: string }> {
  // libraries without storyboards never need it
  const { default: sharp } = await import('sharp')
  try {
    const { size } = await stat(path)
    const { format, width, height, pages = 1 } = await sharp(path).metadata()
    const type = Object.entries(sheetTypes).find(([known]) => known === format)?.[1]
    if (!type || pages > 1) return { sentence: m.catalogue_storyboard_unknown() }
    const tooLarge = size > maxMegabytes * 1024 * 1024 || width * height > maxMegapixels * 1_000_000
    return tooLarge
      ? {
          sentence: m.catalogue_storyboard_too_large({
            megabytes: maxMegabytes,
            megapixels: maxMegapixels,
          }),
        }
      : { type, width, height }
  } catch {
    // any exception of the decoder is the file's fault
    return { sentence: m.catalogue_storyboard_unknown() }
  }
}

function nameFault(name: string, sheet: Sheet | { readonly sentence: string }): string | undefined {
  if ('sentence' in sheet) return sheet.sentence
  const { type } = sheet
  const isNamed = name === `storyboard.${type}` || (type === 'jpg' && name === 'storyboard.jpeg')
  return isNamed ? undefined : m.catalogue_storyboard_other_type({ type })
}

const sentences: Record<
  StoryboardMistake['code'],
  (about: { name: string; width: number; height: number }) => string
> = {
  ...webVttSentences,
  'storyboard-cue': m.catalogue_storyboard_cue,
  'storyboard-grid': m.catalogue_storyboard_grid,
  'storyboard-outside': m.catalogue_storyboard_outside,
  'storyboard-time': m.catalogue_storyboard_time,
}
