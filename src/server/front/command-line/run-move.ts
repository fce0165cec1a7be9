import { m } from '#messages/generated/messages.js'
import type { MoveProgress } from '#server/front/move/copy-tables.ts'
import { moveDatabase, placeToMoveTo, undoMove } from '#server/front/move/move-database.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import { showProgress } from './show-progress.ts'

/** The environment of a move, as in `AdminTool`. */
type Moving = {
  readonly config: Pick<ReadConfig, 'dataDir' | 'databaseUrl'>
  readonly moveTo?: string | undefined
  readonly workingFolder: string
  readonly migrationsDir: string
  readonly random: Random
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

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
