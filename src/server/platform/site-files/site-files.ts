import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { readSiteFiles, type SiteFiles } from './read-site-files.ts'

/** The operator's files, followed while the site runs. */
export type WatchedSiteFiles = {
  /** As they were last without a mistake. */
  readonly current: SiteFiles
  /** What is wrong with the files as they are now; while there is anything, `current` stays as it was. */
  readonly mistakes: readonly FileMistake[]
  /** Looks for a change at once; resolves when `current` is up to date. */
  refresh(): Promise<void>
  close(): void
}

/** Milliseconds within which a change is noticed. Events of the file system are not told in every container. */
const lookEveryMs = 1_000

/** Reads the operator's files and follows their changes. Throws `StartProblem` with a line for each mistake. */
export async function openSiteFiles({
  folder,
  priceSet,
  log,
}: {
  readonly folder: string
  /** The set of prices that the settings name. */
  readonly priceSet?: string
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
    close: () => clearInterval(timer),
  }
}

/** One line for each mistake, as a compiler would say it. */
export function mistakesIn(folder: string, mistakes: readonly FileMistake[]): string {
  return mistakes.map((mistake) => mistakeLine({ ...mistake, file: join(folder, mistake.file) })).join('\n')
}

/** Changes when any file does. */
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
