import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from './film-job.store.ts'

/** Creates the folder in which a run of a job works, on the file system of the media store. */
export async function makeRunFolder(mediaFolder: string, { id, started_at }: Run): Promise<string> {
  const folder = join(runFolders(mediaFolder), `${id}.${started_at?.getTime()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Deletes the folders of runs by the ids of their jobs. */
export async function removeRuns(mediaFolder: string, isRemoved: (jobId: string) => boolean): Promise<void> {
  const folder = runFolders(mediaFolder)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (isRemoved(name.split('.')[0] ?? '')) await rm(join(folder, name), { recursive: true, force: true })
}

function runFolders(mediaFolder: string): string {
  return join(mediaFolder, 'processing')
}
