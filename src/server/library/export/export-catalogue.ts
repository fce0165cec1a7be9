import { randomUUID } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { m } from '#messages/generated/messages.js'
import type { CatalogueProgress } from '#server/library/catalogue-files/read-catalogue.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readDerived } from './derived.store.ts'
import { type LibraryFile, libraryFiles } from './library-files.ts'
import { readStoredRows } from './stored-rows.store.ts'

export type ExportOutcome =
  | { readonly kind: 'exported'; readonly videos: number; readonly categories: number }
  | { readonly kind: 'refused'; readonly sentence: string }

type Wanted = {
  /** An absolute path: a missing or an empty folder. */
  readonly folder: string
  /** The smaller films that the site made, too, and all else that is derived, in a folder `.lectern`, which imports ignore. */
  readonly all: boolean
}

/**
 * Writes the library to a folder, completely or not at all: drafts included, media as copies. An import of the folder
 * changes nothing. `report` counts files.
 */
export async function exportCatalogue(
  { database, media }: Pick<Services, 'database' | 'media'>,
  { folder, all }: Wanted,
  report: (progress: CatalogueProgress) => void = () => undefined,
): Promise<ExportOutcome> {
  const { rows, derived } = await inTransaction(
    database.db,
    async (trx) => ({ rows: await readStoredRows(trx), derived: all ? await readDerived(trx) : [] }),
    'repeatable read',
  )
  const library = libraryFiles(rows, { all })
  if ('taken' in library) return refused(m.catalogue_export_taken({ path: library.taken }))
  let unfinished: string | undefined
  try {
    const target = await emptyFolder(folder)
    if (target === undefined) return refused(m.catalogue_export_not_empty({ folder }))
    unfinished = `${target}.unfinished-${randomUUID()}`
    await mkdir(unfinished, { recursive: true })
    const missing = await writeFiles([...library.files, ...derived], unfinished, media, report)
    if (missing !== undefined) return refused(m.catalogue_export_missing({ file: missing }))
    await rename(unfinished, target)
    unfinished = undefined
    return { kind: 'exported', videos: rows.videos.length, categories: rows.categories.length }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    return refused(m.catalogue_export_failed({ folder, reason: String(error.code) }))
  } finally {
    if (unfinished !== undefined)
      await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
  }
}

function refused(sentence: string): ExportOutcome {
  return { kind: 'refused', sentence }
}

/** Returns the real path of a missing or empty folder; undefined for one with contents. */
async function emptyFolder(folder: string): Promise<string | undefined> {
  try {
    return (await readdir(folder)).length === 0 ? await realpath(folder) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return folder
    throw error
  }
}

/** Returns the path of the first file whose bytes are missing in the media store, if any. */
async function writeFiles(
  files: readonly (LibraryFile & { readonly optional?: boolean })[],
  folder: string,
  media: MediaStore,
  report: (progress: CatalogueProgress) => void,
): Promise<string | undefined> {
  const made = new Set<string>()
  for (const [done, file] of files.entries()) {
    report({ phase: 'storing', done, total: files.length })
    const path = join(folder, file.path)
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true })
    made.add(dirname(path))
    if ('text' in file) await writeFile(path, file.text)
    else if (!(await media.copy(file.key, path)) && !file.optional) return file.path
  }
  report({ phase: 'storing', done: files.length, total: files.length })
  return undefined
}

/** The control command that exports in a running server (command-line/control-socket.ts). */
export const exportCommand = 'export-catalogue'

/** Exports in the running server. The request is `{folder, all}`, an absolute path. */
export async function exportOnRequest(
  services: Pick<Services, 'database' | 'media'>,
  request: unknown,
  report: (progress: CatalogueProgress) => void,
): Promise<ExportOutcome> {
  const { folder, all } = Object(request)
  if (typeof folder !== 'string' || !isAbsolute(folder))
    throw new TypeError('An export needs an absolute folder')
  return exportCatalogue(services, { folder, all: all === true }, report)
}
