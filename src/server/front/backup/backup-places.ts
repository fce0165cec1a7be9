import { join } from 'node:path'

/** Where a backup or a restore keeps things in the data directory while it works; both remove what another one left. */
export function placesOfBackup(dataDir: string) {
  const copy = join(dataDir, 'backup.unfinished')
  return {
    /** A copy of the database, or the dump of one. */
    copy,
    dump: join(copy, 'database.dump'),
    /** The demo's own APP_SECRET (demo/demo-secret.ts). */
    demoSecret: join(dataDir, 'app-secret'),
  }
}
