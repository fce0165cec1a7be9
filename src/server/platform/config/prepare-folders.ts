import { mkdir } from 'node:fs/promises'
import { folderFault, isEmpty } from '#server/platform/runtime/folder-fault.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { ReadConfig } from './config.ts'

/**
 * Creates the data folder where the site uses one. Throws `StartProblem` for folders that are not writable. A missing
 * media folder is left to `prepareMediaFolder`, which knows whether the library has videos.
 */
export async function prepareFolders({
  dataDir,
  mediaFolder,
  databaseUrl,
  demo,
}: Pick<ReadConfig, 'dataDir' | 'mediaFolder' | 'databaseUrl' | 'demo'>): Promise<void> {
  if (databaseUrl !== undefined && demo) await makeFolder('data folder', dataDir, 'DATA_DIR')
  const data = await folderFault(dataDir)
  // the embedded database checks the rest, and reports the space that it needs
  if (data === unreachable) throw problemOf('data folder', dataDir, data, 'DATA_DIR')
  const fault = await folderFault(mediaFolder)
  if (fault && fault !== missing) throw problemOf('media folder', mediaFolder, fault, 'MEDIA_URL')
}

/**
 * Creates the media folder of a site without videos. With videos, a missing or empty folder is refused: it may be an
 * unmounted disk.
 */
export async function prepareMediaFolder(folder: string, hasVideos: boolean): Promise<void> {
  if (!hasVideos) return makeFolder('media folder', folder, 'MEDIA_URL')
  const fault = (await folderFault(folder)) ?? ((await isEmpty(folder)) ? 'is empty' : undefined)
  if (fault) throw problemOf('media folder', folder, `${fault}, but the library has videos`, 'MEDIA_URL')
}

async function makeFolder(what: string, folder: string, setting: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw problemOf(what, folder, `cannot be made (${error.code ?? error.message})`, setting)
  })
  const fault = await folderFault(folder)
  if (fault) throw problemOf(what, folder, fault, setting)
}

const missing = 'does not exist'
const unreachable = 'cannot be reached'

function problemOf(what: string, folder: string, fault: string, setting: string): StartProblem {
  return new StartProblem(`The ${what} ${folder} ${fault}: put it right, or choose another (${setting}).`)
}
