import { join } from 'node:path'

/** Temporary paths of backup and restore in the data directory; both delete what another run left. */
export function placesOfBackup(dataDir: string) {
  const copy = join(dataDir, 'backup.unfinished')
  return {
    /** A copy of the database, or a dump. */
    copy,
    dump: join(copy, 'database.dump'),
    /** The demo's APP_SECRET (demo/demo-secret.ts). */
    demoSecret: join(dataDir, 'app-secret'),
  }
}
