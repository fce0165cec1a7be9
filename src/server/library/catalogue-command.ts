import { isAbsolute } from 'node:path'
import { type ImportOutcome, importCatalogue } from './import-catalogue.ts'
import type { LibraryServices } from './library.ts'
import type { CatalogueProgress } from './read-catalogue.ts'

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
