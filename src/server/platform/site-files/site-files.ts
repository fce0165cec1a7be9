import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { languages } from '#domain/language.ts'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { type DeskDocuments, type DeskSource, isFileChanged, nothingAtDesk } from './desk-documents.ts'
import type { Picture } from './read-picture.ts'
import { readSiteFiles, type SiteFiles } from './read-site-files.ts'

/** The operator's files, watched for changes, with what the desk saved in their place. */
export type WatchedSiteFiles = {
  /** The last valid version. */
  readonly current: SiteFiles
  /**
   * Mistakes in the files now on disk; while there are any, `current` is kept. Documents of the desk that this release refuses
   * are named, in whose place an older version counts, and files that were changed since the desk saved in their place.
   */
  readonly mistakes: readonly FileMistake[]
  /** Checks for changes now; resolves when `current` is up to date. */
  refresh(): Promise<void>
  /** From now on counts what the desk saves. Throws `StartProblem` if files of the folder do not fit it. */
  followDesk(source: DeskSource): Promise<void>
  /**
   * The mistakes that there would be with other documents at the desk; null: the file counts.
   * @param pictures new ones of the desk, by name
   */
  check(
    changes: ReadonlyMap<string, string | null>,
    pictures?: ReadonlyMap<string, Picture>,
  ): Promise<readonly FileMistake[]>
  close(): Promise<void>
}

/** Polling interval in milliseconds. File system events do not reach every container, nor other processes. */
const lookEveryMs = 500

type Watching = {
  readonly folder: string
  /** Name of the price set in the settings: no prices of the desk count then. */
  readonly priceSet?: string | undefined
  readonly log: FastifyBaseLogger
}

/** Reads the operator's files and watches them. Throws `StartProblem` with a line for each mistake. */
export async function openSiteFiles({ folder, priceSet, log }: Watching): Promise<WatchedSiteFiles> {
  let source: DeskSource | undefined
  let desk = nothingAtDesk
  const signature = async () => `${await signatureOf(folder)}\n${(await source?.signature()) ?? ''}`
  let known = await signature()
  const first = await readSiteFiles(folder, priceSet)
  if (first.mistakes.length > 0) throw new StartProblem(mistakesIn(folder, first.mistakes))
  let current = first.files
  let faults: readonly FileMistake[] = []
  let changed: readonly FileMistake[] = []

  const look = async () => {
    const now = await signature()
    if (now === known) return
    const read = await readGoodDocuments(folder, priceSet, source)
    known = now
    desk = read.desk
    faults = read.mistakes
    changed = [...refusedDocuments(read.refused), ...changedFiles(desk, read.files, priceSet)]
    if (faults.length === 0) current = read.files
    const mistakes = [...faults, ...read.refused].map(mistakeLine)
    if (mistakes.length > 0) log.error({ mistakes }, 'the site files have mistakes: the former ones stay')
  }
  const poll = pollQuietly(look, log)
  return {
    get current() {
      return current
    },
    get mistakes() {
      return [...faults, ...changed]
    },
    refresh: poll.now,
    async followDesk(other) {
      source = other
      await poll.now()
      if (faults.length > 0)
        throw new StartProblem(
          `Files of the site do not fit what was saved at the desk:\n${mistakesIn(folder, faults)}`,
        )
    },
    async check(changes, added = new Map()) {
      const documents = new Map(desk.documents)
      for (const [file, text] of changes)
        if (text === null) documents.delete(file)
        else documents.set(file, { version: 0, text, fileDigest: null })
      const named = await source?.pictures(changes.get('site.yaml') ?? '')
      const pictures = new Map([...desk.pictures, ...(named ?? []), ...added])
      return (await readSiteFiles(folder, priceSet, { documents, pictures })).mistakes
    },
    close: poll.end,
  }
}

/** Does a step again and again, one at a time; a step that fails is reported once, until one succeeds. */
function pollQuietly(step: () => Promise<void>, log: FastifyBaseLogger) {
  let running: Promise<void> = Promise.resolve()
  let isFailing = false
  let isClosed = false
  const now = () => {
    running = running.catch(() => undefined).then(step)
    return running
  }
  const timer = setInterval(() => {
    now().then(
      () => {
        isFailing = false
      },
      (err: unknown) => {
        if (!isFailing && !isClosed) log.warn({ err }, 'the site files cannot be read: the former ones stay')
        isFailing = true
      },
    )
  }, lookEveryMs).unref()
  const end = async () => {
    isClosed = true
    clearInterval(timer)
    await running.catch(() => undefined)
  }
  return { now, end }
}

function refusedDocuments(refused: readonly FileMistake[]): FileMistake[] {
  return refused.map(({ sentence, ...place }) => ({
    ...place,
    sentence: `was saved at the desk and is refused by this release, so that an older version counts: ${sentence}`,
  }))
}

/** What the desk saved stays until the admin has chosen. */
function changedFiles(
  { documents }: DeskDocuments,
  { fileTexts }: SiteFiles,
  priceSet: string | undefined,
): FileMistake[] {
  const changed = [...documents].filter(
    ([file, saved]) =>
      isFileChanged(saved, fileTexts.get(file)) && !(file === 'prices.yaml' && priceSet !== undefined),
  )
  const sentence =
    'has changed since the desk saved in its place, which still counts: choose there which does'
  return changed.map(([file]) => ({ file, line: 1, sentence }))
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

/** Former versions that are tried; then the file counts, or what the product has. */
const mostVersions = 20

type ReadDocuments = {
  readonly files: SiteFiles
  /** What counts of the desk. */
  readonly desk: DeskDocuments
  /** Mistakes of the folder, because of which `files` must not count. */
  readonly mistakes: readonly FileMistake[]
  /** Mistakes of what the desk saved last, in whose place an older version counts. */
  readonly refused: readonly FileMistake[]
}

/**
 * Reads folder and desk. Of documents of the desk that are refused, the newest version without mistakes counts: an earlier release
 * may have accepted what this one does not, and the site has to start.
 */
async function readGoodDocuments(
  folder: string,
  priceSet: string | undefined,
  source: DeskSource | undefined,
): Promise<ReadDocuments> {
  const before = new Map<string, number>()
  const refused: FileMistake[] = []
  for (let tried = 0; ; tried++) {
    const desk = (await source?.read(before)) ?? nothingAtDesk
    const { files, mistakes } = await readSiteFiles(folder, priceSet, desk)
    const own = mistakes.filter(({ file }) => savedTogether(file).some((name) => desk.documents.has(name)))
    if (own.length === 0) return { files, desk, mistakes, refused }
    refused.push(...own.filter(({ file }) => !before.has(file)))
    for (const { file } of own) {
      for (const name of savedTogether(file))
        before.set(name, tried < mostVersions ? (desk.documents.get(name)?.version ?? 0) : 0)
    }
  }
}

/** The texts of a page in all languages are one document at the desk. */
function savedTogether(file: string): readonly string[] {
  const [, page] = /^[a-z]{2}(\/.+)$/.exec(file) ?? []
  return page === undefined ? [file] : languages.map((language) => language + page)
}
