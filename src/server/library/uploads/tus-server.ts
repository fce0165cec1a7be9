import type { FileStore as TusFiles } from '@tus/file-store'
import type { Server } from '@tus/server'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import type { Services } from '#server/platform/services/services.ts'
import { noteReceived, readUpload } from './upload.store.ts'
import { uploadLease } from './upload-lease.ts'

export type TusServices = Pick<Services, 'database' | 'config' | 'clock' | 'random'>

/** Where the calls of uploads are. */
export const uploadsPath = '/api/uploads'

/**
 * Opens what appends parts to files and tells how much has arrived, by the rules of tus 1.0. The upload's row is in the
 * database; the file's own length says how much has arrived, also where a process was killed in the middle of a part.
 */
export async function openTusServer({ database, config, clock, random }: TusServices): Promise<Server> {
  // not loaded by sites to which nothing is uploaded
  const [{ Server, Upload }, { FileStore }] = await Promise.all([
    import('@tus/server'),
    import('@tus/file-store'),
  ])
  const { db } = database
  const folder = uploadFolder(config.mediaFolder)

  class SyncedStore extends FileStore {
    override async write(...[bytes, id, offset]: Parameters<TusFiles['write']>): Promise<number> {
      try {
        return await super.write(bytes, id, offset)
      } finally {
        await noteReceived(db, id, { received: await folder.sync(id), now: clock.real() })
      }
    }
  }

  return new Server({
    path: uploadsPath,
    datastore: new SyncedStore({
      directory: folder.path,
      configstore: {
        async get(id) {
          const row = await readUpload(db, id)
          return row && new Upload({ id, size: row.length, offset: 0 })
        },
        // rows are written by those who begin and drop an upload
        set: async () => {},
        delete: async () => {},
      },
    }),
    locker: { newLock: (id) => uploadLease({ database, clock, random }, id) },
    // a request that has lost its lease stops at once
    lockDrainTimeout: 1,
  })
}
