import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { readSiteFiles, type SiteFiles } from './read-site-files.ts'

/** The operator's files, watched for changes. */
export type WatchedSiteFiles = {
  /** The last valid version. */
  readonly current: SiteFiles
  /** Mistakes in the files now on disk; while there are any, `current` is kept. */
  readonly mistakes: readonly FileMistake[]
  /** Checks for changes now; resolves when `current` is up to date. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Polling interval in milliseconds. File system events do not reach every container. */
const lookEveryMs = 1_000

/** Reads the operator's files and watches them. Throws `StartProblem` with a line for each mistake. */
export async function openSiteFiles({
  folder,
  priceSet,
  log,
}: {
  readonly folder: string
  /** Name of the price set in the settings. */
  readonly priceSet?: string | undefined
  readonly log: FastifyBaseLogger
}): Promise<WatchedSiteFiles> {
  let known = await signatureOf(folder)
  const first = await readSiteFiles(folder, priceSet)
  if (first.mistakes.length > 0) throw new StartProblem(mistakesIn(folder, first.mistakes))
  let current = first.files
  let mistakes: readonly FileMistake[] = []

  const look = async () => {
    const signature = await signatureOf(folder)
    if (signature === known) return
    const read = await readSiteFiles(folder, priceSet)
    known = signature
    mistakes = read.mistakes
    if (mistakes.length === 0) current = read.files
    else
      log.error({ mistakes: mistakes.map(mistakeLine) }, 'the site files have mistakes: the former ones stay')
  }
  let running: Promise<void> = Promise.resolve()
  const refresh = () => {
    running = running.catch(() => undefined).then(look)
    return running
  }
  const timer = setInterval(() => {
    refresh().catch((err: unknown) =>
      log.warn({ err }, 'the site files cannot be read: the former ones stay'),
    )
  }, lookEveryMs).unref()
  return {
    get current() {
      return current
    },
    get mistakes() {
      return mistakes
    },
    refresh,
    close: async () => clearInterval(timer),
  }
}

/** Formats mistakes like a compiler, one per line. */
export function mistakesIn(folder: string, mistakes: readonly FileMistake[]): string {
  return mistakes.map((mistake) => mistakeLine({ ...mistake, file: join(folder, mistake.file) })).join('\n')
}

/** A value that changes whenever a file changes. */
async function signatureOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => !entry.isDirectory())
  const states = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const { mtimeMs, size, ino } = await stat(path).catch(() => ({ mtimeMs: 0, size: -1, ino: 0 }))
      return `${path} ${mtimeMs} ${size} ${ino}`
    }),
  )
  return states.toSorted().join('\n')
}
