import { join, resolve } from 'node:path'
import type { Take } from '#domain/catalogue/write/change-library.ts'
import { m } from '#messages/generated/messages.js'
import { type CatalogueProgress, readCatalogue } from '#server/library/catalogue-files/read-catalogue.ts'
import {
  type ExportOutcome,
  exportCatalogue,
  exportCommand,
} from '#server/library/export/export-catalogue.ts'
import {
  type ImportOutcome,
  importCatalogue,
  importCommand,
  isTake,
} from '#server/library/write/import-catalogue.ts'

import type { ReadConfig } from '#server/platform/config/config.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { type ShownProgress, showProgress } from './show-progress.ts'
import { whereDatabaseIs } from './where-database-is.ts'

/** The environment of the command. */
export type CatalogueTool = {
  /** The arguments after `npm run catalogue --`. */
  readonly args: readonly string[]
  /** The base of relative paths. */
  readonly workingFolder: string
  /** The demo library's folder, used by default. */
  readonly defaultFolder: string
  readonly config: Pick<ReadConfig, 'dataDir' | 'databaseUrl' | 'mediaFolder' | 's3'> & {
    readonly seller: Pick<ReadConfig['seller'], 'zone'>
  }
  readonly migrationsDir: string
  readonly clock: Clock
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

const phases = {
  reading: m.catalogue_phase_reading,
  copying: m.catalogue_phase_copying,
  storing: m.catalogue_phase_storing,
}

/**
 * `import [folder]`, with `--take folder` or `--take desk` to decide conflicts, `check [folder]`, and `export <folder>`,
 * with `--all`. Returns the exit code: 0 done, 1 mistakes or a fault (nothing was changed), 2 invalid arguments.
 */
export async function runCatalogue(tool: CatalogueTool): Promise<number> {
  const { rest, take } = withoutTake(tool.args)
  const [command = '', folder, ...more] = rest.filter((word) => word !== '--all')
  const all = rest.includes('--all')
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (
    !work ||
    more.length > 0 ||
    folder?.startsWith('-') ||
    take === 'wrong' ||
    (take && work !== importFolder) ||
    (work === exportFolder ? folder === undefined : all)
  ) {
    tool.errors.write(`${m.catalogue_usage()}\n`)
    return 2
  }
  const path = folder === undefined ? tool.defaultFolder : resolve(tool.workingFolder, folder)
  const progress = showProgress(tool.errors, phases)
  try {
    return await work(tool, path, progress, take)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    progress.stop()
    tool.errors.write(`${error.message}\n`)
    return 1
  }
}

/** Takes `--take <side>` out of the arguments. */
function withoutTake(args: readonly string[]): {
  readonly rest: readonly string[]
  readonly take: Take | 'wrong' | undefined
} {
  const at = args.indexOf('--take')
  if (at < 0) return { rest: args, take: undefined }
  const side = args[at + 1]
  return { rest: args.toSpliced(at, 2), take: isTake(side) ? side : 'wrong' }
}

type Command = (
  tool: CatalogueTool,
  folder: string,
  progress: ShownProgress<CatalogueProgress['phase']>,
  take: Take | undefined,
) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  import: importFolder,
  check: checkFolder,
  export: exportFolder,
}

async function checkFolder(
  tool: CatalogueTool,
  folder: string,
  progress: ShownProgress<CatalogueProgress['phase']>,
): Promise<number> {
  const read = await readCatalogue(folder, progress.report)
  progress.stop()
  if ('mistakes' in read) return complain(tool, folder, read.mistakes)
  warn(tool, folder, read.warnings)
  const size = { videos: read.videos.length, categories: read.categories.length }
  tool.output.write(`${m.catalogue_in_order(size)}\n`)
  return 0
}

async function importFolder(
  tool: CatalogueTool,
  folder: string,
  progress: ShownProgress<CatalogueProgress['phase']>,
  take: Take | undefined,
): Promise<number> {
  const outcome = await importWhereDatabaseIs(tool, folder, progress.report, take)
  progress.stop()
  if (typeof outcome === 'string') {
    tool.errors.write(`${outcome}\n`)
    return 1
  }
  switch (outcome.kind) {
    case 'mistakes':
      return complain(tool, folder, outcome.mistakes)
    case 'refused':
      tool.errors.write(`${outcome.sentence}\n`)
      return 1
    case 'conflicts':
      for (const { kind, id, fields } of outcome.conflicts)
        tool.errors.write(`${kind} ${id}: ${fields.join(', ')}\n`)
      tool.errors.write(`${m.catalogue_conflicts({ count: outcome.conflicts.length })}\n`)
      return 1
    case 'nothing-changed':
      warn(tool, folder, outcome.warnings)
      tool.output.write(`${m.catalogue_nothing_changed(outcome)}\n`)
      return 0
    case 'imported':
      warn(tool, folder, outcome.warnings)
      tool.output.write(`${m.catalogue_imported(outcome)}\n`)
      return 0
  }
}

async function exportFolder(
  tool: CatalogueTool,
  folder: string,
  progress: ShownProgress<CatalogueProgress['phase']>,
): Promise<number> {
  const wanted = { folder, all: tool.args.includes('--all') }
  const asked = {
    command: exportCommand,
    request: wanted,
    report: (said: unknown) => progress.report(said as CatalogueProgress),
  }
  const outcome = await whereDatabaseIs<ExportOutcome>(tool, asked, async (open) => {
    const database = await open()
    const media = await openMedia(tool.config)
    return exportCatalogue({ database, media }, wanted, progress.report)
  })
  progress.stop()
  if ('trouble' in outcome) {
    const { trouble } = outcome
    tool.errors.write(
      `${trouble === 'gone' ? m.catalogue_export_server_gone() : m.catalogue_server_failed()}\n`,
    )
    return 1
  }
  if (outcome.kind === 'refused') {
    tool.errors.write(`${outcome.sentence}\n`)
    return 1
  }
  tool.output.write(`${m.catalogue_exported({ ...outcome, folder })}\n`)
  return 0
}

/** The embedded database belongs to the running server, if there is one; a PostgreSQL server accepts every process. */
async function importWhereDatabaseIs(
  tool: CatalogueTool,
  folder: string,
  report: (progress: CatalogueProgress) => void,
  take: Take | undefined,
): Promise<ImportOutcome | string> {
  const { clock, config } = tool
  const asked = {
    command: importCommand,
    request: { folder, take },
    report: (progress: unknown) => report(progress as CatalogueProgress),
  }
  const outcome = await whereDatabaseIs<ImportOutcome>(tool, asked, async (open) => {
    const database = await open()
    const media = await openMedia(config)
    return importCatalogue({ database, media, clock, config }, folder, report, take)
  })
  if (!('trouble' in outcome)) return outcome
  return outcome.trouble === 'gone' ? m.catalogue_server_gone() : m.catalogue_server_failed()
}

function complain(tool: CatalogueTool, folder: string, mistakes: readonly FileMistake[]): number {
  list(tool, folder, mistakes)
  tool.errors.write(`${m.catalogue_mistakes({ count: mistakes.length })}\n`)
  return 1
}

/** Prints warnings, which do not prevent the import. */
function warn(tool: CatalogueTool, folder: string, warnings: readonly FileMistake[] = []): void {
  const said = warnings.map((one) => ({ ...one, sentence: m.catalogue_warning({ sentence: one.sentence }) }))
  list(tool, folder, said)
}

function list(tool: CatalogueTool, folder: string, mistakes: readonly FileMistake[]): void {
  for (const mistake of mistakes) {
    const file = mistake.file === folder ? folder : join(folder, mistake.file)
    tool.errors.write(`${mistakeLine({ ...mistake, file })}\n`)
  }
}
