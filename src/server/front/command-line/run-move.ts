import { resolve } from 'node:path'
import { m } from '#messages/generated/messages.js'
import type { MoveProgress } from '#server/front/move/copy-tables.ts'
import { moveDatabase, placeToMoveTo, undoMove } from '#server/front/move/move-database.ts'
import { type MediaPlace, moveMedia, nameOfPlace } from '#server/front/move/move-media.ts'
import { type ReadConfig, readConfig } from '#server/platform/config/config.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import { showProgress } from './show-progress.ts'

/** The environment of a move, as in `AdminTool`. */
type Moving = {
  readonly config: Pick<ReadConfig, 'dataDir' | 'databaseUrl' | 's3' | 'mediaFolder'>
  readonly moveTo?: string | undefined
  readonly moveMediaTo?: MediaTarget | undefined
  readonly workingFolder: string
  readonly migrationsDir: string
  readonly random: Random
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** `MOVE_MEDIA_TO` as a place, or what is wrong with it and the settings of S3. */
export type MediaTarget = MediaPlace | { readonly problems: readonly string[] }

type Said = { readonly answer: string } | { readonly complaint: string }

const phases: Record<MoveProgress['phase'], () => string> = {
  rows: m.move_phase_rows,
  comparing: m.move_phase_comparing,
}

/** `move`: moves the stopped site to the database named by MOVE_TO. Throws `StartProblem`. */
export async function move(tool: Moving): Promise<Said> {
  const to = placeToMoveTo(tool.moveTo, tool.workingFolder)
  if (!to) return { complaint: m.move_target_missing() }
  const progress = showProgress(tool.errors, phases)
  try {
    const { config: from, migrationsDir, random } = tool
    const moved = await moveDatabase({ from, to, migrationsDir, random }, progress.report)
    const next = to.databaseUrl ? m.move_next_postgresql() : m.move_next_embedded({ folder: to.dataDir })
    return { answer: `${moved ? m.move_done(moved) : m.move_completed()} ${next}` }
  } finally {
    progress.stop()
  }
}

/** `move --undo`: the site starts from the former database again. Throws `StartProblem`. */
export async function takeMoveBack({ config: from, ...tool }: Moving): Promise<Said> {
  const to = placeToMoveTo(tool.moveTo, tool.workingFolder)
  if (!to) return { complaint: m.move_target_missing() }
  await undoMove({ from, to, migrationsDir: tool.migrationsDir })
  return { answer: m.move_undone() }
}

/** Reads `MOVE_MEDIA_TO`: a folder, or `s3://bucket/prefix` with the settings of S3; undefined if it is missing. */
export function mediaPlaceToMoveTo(
  { MOVE_MEDIA_TO: place = '', ...settings }: Readonly<Record<string, string | undefined>>,
  workingFolder: string,
): MediaTarget | undefined {
  const named = place.trim()
  if (!named) return undefined
  const read = readConfig({
    ...settings,
    DEMO: '1',
    MEDIA_URL: /^[a-z0-9]+:/i.test(named) ? named : resolve(workingFolder, named),
  })
  if (!('problems' in read)) return read
  return { problems: read.problems.map((sentence) => sentence.replaceAll('MEDIA_URL', 'MOVE_MEDIA_TO')) }
}

/** `move-media`: copies all media to the place named by MOVE_MEDIA_TO. Throws `StartProblem`. */
export async function moveMediaAway(tool: Moving): Promise<Said> {
  const { config, moveMediaTo: to } = tool
  if (!to) return { complaint: m.move_media_target_missing() }
  if ('problems' in to) return { complaint: to.problems.join('\n') }
  const progress = showProgress(tool.errors, { media: m.move_media_phase })
  try {
    const report = (done: number, total: number) => progress.report({ phase: 'media', done, total })
    const { damaged, ...moved } = await moveMedia(config, to, { dataDir: config.dataDir, report })
    if (damaged.length > 0)
      return { complaint: m.move_media_damaged({ keys: damaged.join(', '), files: moved.files }) }
    const place = nameOfPlace(to)
    const megabytes = Math.ceil(moved.bytes / 1_000_000)
    return { answer: `${m.move_media_done({ ...moved, place, megabytes })} ${m.move_media_next({ place })}` }
  } finally {
    progress.stop()
  }
}
