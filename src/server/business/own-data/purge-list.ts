import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { purgeAccount, purgeUser } from './purge-account.ts'
import { existing, isListBehind, type Purged, takePurged } from './purged.store.ts'

/**
 * Appends deletions to the purge list, a file outside of the database and its backups (`PURGE_LIST`), so that a restore
 * does not bring deleted users back (SEC-52). A line contains time, kind and id. An interrupted write is repeated:
 * lines may be duplicated, but none is missing.
 */
export async function writePurgeList({
  database,
  config,
}: Pick<Services, 'config' | 'database'>): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    const purged = await takePurged(trx)
    if (purged.length === 0) return
    await mkdir(dirname(config.purgeList), { recursive: true, mode: 0o700 })
    await using list = await open(config.purgeList, 'a', 0o600)
    await list.write(purged.map(({ at, kind, id }) => `${at.toISOString()} ${kind} ${id}\n`).join(''))
    await list.sync()
  })
}

/**
 * The same directly after a deletion was committed; false, with a line in the log, where the list cannot be written.
 * The upkeep retries each minute.
 */
export async function listPurged(services: Pick<Services, 'config' | 'database' | 'log'>): Promise<boolean> {
  try {
    await writePurgeList(services)
    return true
  } catch (error) {
    services.log.error({ err: error }, 'the list of purges cannot be written; it is tried again')
    return false
  }
}

/** Reports, for monitoring, that a deletion is missing in the list. */
export async function purgeListFault({ database }: Pick<Services, 'database'>): Promise<string[]> {
  return (await isListBehind(database.db))
    ? ['the list of purges cannot be written (PURGE_LIST): a restored backup would bring deleted people back']
    : []
}

/**
 * Repeats listed deletions whose rows exist again after a restore, before the site is served. No one is notified a
 * second time. An unreadable list stops the startup: deleted users would be back.
 */
export async function purgeAgain(services: Services): Promise<void> {
  const { database, config, log } = services
  const listed = await readPurgeList(config.purgeList)
  for (const { kind, id } of await existing(database.db, listed)) {
    const purge = kind === 'account' ? purgeAccount : purgeUser
    await inTransaction(database.db, (trx) => purge(trx, services, id, 'silently'))
    log.info({ [kind]: id }, `a purged ${kind} came back with a backup and was purged again`)
  }
}

async function readPurgeList(path: string): Promise<Purged[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [, at, kind, id] = lineOfList.exec(line) ?? []
    return at && id && (kind === 'account' || kind === 'user') ? [{ at: new Date(at), kind, id }] : []
  })
}

/** Other lines are ignored: one truncated by a full disk names no one. */
const lineOfList = /^(\S+) (account|user) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
