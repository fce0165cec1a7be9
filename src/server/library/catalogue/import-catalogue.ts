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
  /** Warnings for the author; absent if there are none. */
  readonly warnings?: readonly FileMistake[]
}

/** Where media are kept, and the time zone in which publishing dates are written. */
type ImportConfig = { readonly mediaFolder: string; readonly seller: { readonly zone: string } }

/**
 * Imports a folder (docs/catalogue.md), completely or not at all: reads and validates the files, copies the media to
 * the store, then changes all rows in one transaction. Importing the same folder again changes nothing. A video whose
 * folder is gone is withdrawn; viewers' history of it is kept, and it returns with its folder.
 */
export async function importCatalogue(
  {
    database,
    media,
    clock,
    config: { mediaFolder, seller },
  }: Pick<Services, 'database' | 'media' | 'clock'> & { readonly config: ImportConfig },
  folder: string,
  report: (progress: CatalogueProgress) => void = () => undefined,
): Promise<ImportOutcome> {
  const catalogue = await readCatalogue(folder, report)
  if ('mistakes' in catalogue) return { kind: 'mistakes', mistakes: catalogue.mistakes }
  const stored = await storeMedia(catalogue, { database, media }, mediaFolder, (done, total) =>
    report({ phase: 'copying', done, total }),
  )
  if ('sentence' in stored) return { kind: 'refused', sentence: stored.sentence }
  const rows = catalogueRows(catalogue, {
    keyOf: (path) => stored.keys.get(path) ?? '',
    zone: seller.zone,
  })
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
    // a library new to this database may have been renamed elsewhere
    const misspelt = before.revision === 0 ? [] : namesAmong(catalogue, unknownNames)
    return { kind: 'imported', ...sized([...warnings, ...misspelt]), ...changes }
  })
  // a failure does not fail the import: the upkeep repeats it, and reports
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

/** Independent of the file system's order. */
function digestOf(rows: CatalogueRows): string {
  const inOrder = Object.values(rows).map((list) => list.map((row) => JSON.stringify(row)).sort())
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex')
}

/** The control command that imports in a running server (command-line/control-socket.ts). */
export const importCommand = 'import-catalogue'

/**
 * Imports a folder in the running server, whose library is up to date when it returns. The request is `{folder}`, an
 * absolute path.
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
