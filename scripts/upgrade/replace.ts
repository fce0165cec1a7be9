import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { connectKeepers, type Keeper } from './keepers.ts'
import { type Place, pointTo } from './place.ts'

type Replaced = {
  /** Why the new version did not become ready; the former one then runs again. */
  readonly failed?: string
  /** Why that does not run either. */
  readonly formerFailed?: string
  /** Milliseconds from the stop to readiness, of all processes; undefined if none was running. */
  readonly tookMs?: number
}

/**
 * Runs the version in the folder `to` in place of the linked one, which applies its migrations, and points the link to it. With
 * `atOnce` all processes of the site are stopped before the first is started, otherwise one after the other is replaced.
 */
export async function replaceVersion(place: Place, to: string, atOnce: boolean): Promise<Replaced> {
  const keepers = await connectKeepers(place.releases)
  try {
    const [first] = keepers
    if (!first) {
      pointTo(place.link, to)
      return {}
    }
    const began = new Date()
    // the first one ends its site itself, when it is ready to start the other
    const stopped = new Set(atOnce ? keepers.slice(1) : [])
    for (const keeper of stopped) await keeper.stop()
    pointTo(place.link, to)
    for (const keeper of keepers) {
      stopped.add(keeper)
      const failed = await keeper.start(to)
      if (failed)
        return {
          failed,
          ...(await goBack(
            place,
            keepers.filter((one) => stopped.has(one)),
            began,
          )),
        }
    }
    return { tookMs: Date.now() - began.getTime() }
  } finally {
    for (const keeper of keepers) keeper.close()
  }
}

/** Runs the former version again in these processes. */
async function goBack(place: Place, keepers: readonly Keeper[], began: Date): Promise<Partial<Replaced>> {
  pointTo(place.link, place.root)
  for (const keeper of keepers.slice(1)) await keeper.stop()
  for (const keeper of keepers) {
    let failed = await keeper.start(place.root)
    // refused: the migrations have been applied, and nobody has been served since
    if (failed && place.isEmbedded && putCopyBack(place, began)) failed = await keeper.start(place.root)
    if (failed) return { formerFailed: failed }
  }
  return {}
}

/**
 * Puts the copy of the embedded database that was made before the migrations in its place. Returns whether there is one. Killed in
 * between, the next start ends it.
 */
function putCopyBack({ dataDir }: Place, began: Date): boolean {
  const copies = join(dataDir, 'before-upgrade')
  const since = began.toISOString().replaceAll(':', '')
  const copy = existsSync(copies)
    ? readdirSync(copies)
        .toSorted()
        .find((name) => name >= since)
    : undefined
  if (!copy) return false
  const database = join(dataDir, 'database')
  // the name that a start knows (src/server/platform/database/embedded/directory.ts)
  const returning = join(dataDir, 'database.returning')
  renameSync(join(copies, copy, 'database'), returning)
  renameSync(database, join(dataDir, `database-of-failed-upgrade-${basename(copy)}`))
  renameSync(returning, database)
  return true
}
