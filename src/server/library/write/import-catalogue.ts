import { isAbsolute } from 'node:path'
import type { Take } from '#domain/catalogue/write/change-library.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import {
  type Catalogue,
  type CatalogueProgress,
  readCatalogue,
} from '#server/library/catalogue-files/read-catalogue.ts'
import { indexTranscripts } from '#server/library/transcripts/index-transcripts.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  lockCatalogue,
  newNames,
  storeCatalogue,
  storeRevision,
  type VideoChanges,
  videosWithOtherCode,
} from './catalogue.store.ts'
import { type CatalogueRows, catalogueRows } from './catalogue-rows.ts'
import { type CatalogueConflict, type CataloguePlan, planCatalogue } from './plan-catalogue.ts'
import { storeMedia } from './store-media.ts'

import { readStoredLibrary } from './stored-library.store.ts'

/** The outcome of an import; only `imported` changed anything. */
export type ImportOutcome =
  | ({ readonly kind: 'imported' } & CatalogueSize & VideoChanges)
  | ({ readonly kind: 'nothing-changed' } & CatalogueSize)
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FileMistake[] }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly CatalogueConflict[] }

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
 * folder is gone is withdrawn; viewers' history of it is kept, and it returns with its folder. What was made at the desk
 * stays; what the desk has changed is decided by `take`, without which an import that would change it is refused.
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
  take?: Take,
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
  const { warnings } = catalogue
  const sized = (notes: readonly FileMistake[]): CatalogueSize => ({
    videos: rows.videos.length,
    categories: rows.categories.length,
    ...(notes.length > 0 && { warnings: notes }),
  })
  const outcome = await inTransaction(database.db, async (trx): Promise<ImportOutcome> => {
    const before = await lockCatalogue(trx)
    const plan = await planImportOf(trx, rows, take)
    if (plan.conflicts.length > 0) return { kind: 'conflicts', conflicts: plan.conflicts }
    if (plan.isSame && before.revision > 0) return { kind: 'nothing-changed', ...sized(warnings) }
    const now = clock.now()
    const total = plan.rows.videos.length
    const instants = { now, realNow: clock.real() }
    const { unknownNames, ...changes } = await storeCatalogue(
      trx,
      plan.rows,
      instants,
      (done) => report({ phase: 'storing', done, total }),
      plan.left,
    )
    await storeRevision(trx, { revision: before.revision + 1, digest: '', imported_at: now })
    report({ phase: 'storing', done: total, total })
    // a library new to this database may have been renamed elsewhere
    const misspelt = before.revision === 0 ? [] : namesAmong(catalogue, unknownNames)
    return { kind: 'imported', ...sized([...warnings, ...misspelt]), ...changes }
  })
  // a failure does not fail the import: the upkeep repeats it, and reports
  await indexTranscripts({ database, media }).catch(() => undefined)
  return outcome
}

async function planImportOf(trx: Trx, rows: CatalogueRows, take: Take | undefined): Promise<CataloguePlan> {
  return planCatalogue(rows, await readStoredLibrary(trx), {
    recoded: await videosWithOtherCode(
      trx,
      rows.code,
      rows.videos.map(({ id }) => id),
    ),
    renamed: (await newNames(trx, rows.videos, rows.formerNames)).length,
    take,
  })
}

function namesAmong({ videos }: Catalogue, unknown: ReadonlySet<string>): FileMistake[] {
  return videos.flatMap(({ file, was }) =>
    was
      .filter(({ id }) => unknown.has(id))
      .map(({ id, line }) => ({ file, line, sentence: m.catalogue_was_unknown({ id }) })),
  )
}

/** The control command that imports in a running server (command-line/control-socket.ts). */
export const importCommand = 'import-catalogue'

/**
 * Imports a folder in the running server, whose library is up to date when it returns. The request is `{folder}`, an
 * absolute path, and `take`.
 */
export async function importOnRequest(
  services: LibraryServices,
  request: unknown,
  report: (progress: CatalogueProgress) => void,
): Promise<ImportOutcome> {
  const { folder, take } = (request ?? {}) as { readonly folder?: unknown; readonly take?: unknown }
  if (typeof folder !== 'string' || !isAbsolute(folder))
    throw new TypeError('An import needs an absolute folder')
  const outcome = await importCatalogue(services, folder, report, isTake(take) ? take : undefined)
  if (outcome.kind === 'imported') await services.library.refresh()
  return outcome
}

/** Whether a value says which side wins conflicts. */
export function isTake(value: unknown): value is Take {
  return value === 'folder' || value === 'desk'
}
