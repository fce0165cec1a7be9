import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { m } from '#messages/generated/messages.js'
import {
  type Catalogue,
  type CatalogueProgress,
  readCatalogue,
} from '#server/library/catalogue-files/read-catalogue.ts'
import { indexTranscripts } from '#server/library/transcripts/index-transcripts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import type { Services } from '#server/platform/services/services.ts'
import { lockCatalogue, storeCatalogue, storeRevision, type VideoChanges } from './catalogue.store.ts'
import { type CatalogueRows, catalogueRows } from './catalogue-rows.ts'
import type { LibraryServices } from './library.ts'
import { storeMedia } from './store-media.ts'

/** The outcome of an import; only `imported` changed anything. */
export type ImportOutcome =
  | ({ readonly kind: 'imported' } & CatalogueSize & VideoChanges)
  | ({ readonly kind: 'nothing-changed' } & CatalogueSize)
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FileMistake[] }
  | { readonly kind: 'refused'; readonly sentence: string }

type CatalogueSize = {
  readonly videos: number
  readonly categories: number
  /** What the author should know; missing where there is nothing. */
  readonly warnings?: readonly FileMistake[]
}

/**
 * Makes the library match a folder (docs/catalogue.md), all of it or nothing: the files are read and checked, their
 * media copied to the store, then all rows changed in one transaction. Importing the same folder again changes nothing.
 * A video whose folder is gone is withdrawn; everybody's history of it is kept, and it returns when the folder does.
 */
export async function importCatalogue(
  {
    database,
    media,
    clock,
    config: { mediaFolder },
  }: Pick<Services, 'database' | 'media' | 'clock'> & { readonly config: { readonly mediaFolder: string } },
  folder: string,
  report: (progress: CatalogueProgress) => void = () => undefined,
): Promise<ImportOutcome> {
  const catalogue = await readCatalogue(folder, report)
  if ('mistakes' in catalogue) return { kind: 'mistakes', mistakes: catalogue.mistakes }
  const stored = await storeMedia(catalogue, { database, media }, mediaFolder, (done, total) =>
    report({ phase: 'copying', done, total }),
  )
  if ('sentence' in stored) return { kind: 'refused', sentence: stored.sentence }
  const rows = catalogueRows(catalogue, (path) => stored.keys.get(path) ?? '')
  const digest = digestOf(rows)
  const { warnings } = catalogue
  const sized = (notes: readonly FileMistake[]): CatalogueSize => ({
    videos: rows.videos.length,
    categories: rows.categories.length,
    ...(notes.length > 0 && { warnings: notes }),
  })
  const outcome = await inTransaction(database.db, async (trx): Promise<ImportOutcome> => {
    const before = await lockCatalogue(trx)
    if (before.digest === digest) return { kind: 'nothing-changed', ...sized(warnings) }
    const now = clock.now()
    const total = rows.videos.length
    const instants = { now, realNow: clock.real() }
    const { unknownNames, ...changes } = await storeCatalogue(trx, rows, instants, (done) =>
      report({ phase: 'storing', done, total }),
    )
    await storeRevision(trx, { revision: before.revision + 1, digest, imported_at: now })
    report({ phase: 'storing', done: total, total })
    // a library that is new here may have been renamed elsewhere
    const misspelt = before.revision === 0 ? [] : namesAmong(catalogue, unknownNames)
    return { kind: 'imported', ...sized([...warnings, ...misspelt]), ...changes }
  })
  // from the media that are stored now; the import is done whatever becomes of it, for what is left the upkeep does and reports
  await indexTranscripts({ database, media }).catch(() => undefined)
  return outcome
}

function namesAmong({ videos }: Catalogue, unknown: ReadonlySet<string>): FileMistake[] {
  return videos.flatMap(({ file, was }) =>
    was
      .filter(({ id }) => unknown.has(id))
      .map(({ id, line }) => ({ file, line, sentence: m.catalogue_was_unknown({ id }) })),
  )
}

/** Does not depend on the order in which the file system lists the files. */
function digestOf(rows: CatalogueRows): string {
  const inOrder = Object.values(rows).map((list) => list.map((row) => JSON.stringify(row)).sort())
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex')
}

/** Name of the command by which a running server imports (command-line/control-socket.ts). */
export const importCommand = 'import-catalogue'

/**
 * Imports a folder in the running server, whose library is up to date when this answers. The request is
 * `{folder}`, an absolute path.
 */
export async function importOnRequest(
  services: LibraryServices,
  request: unknown,
  report: (progress: CatalogueProgress) => void,
): Promise<ImportOutcome> {
  const folder = typeof request === 'object' && request && 'folder' in request ? request.folder : undefined
  if (typeof folder !== 'string' || !isAbsolute(folder))
    throw new TypeError('An import needs an absolute folder')
  const outcome = await importCatalogue(services, folder, report)
  if (outcome.kind === 'imported') await services.library.refresh()
  return outcome
}
