import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMediaKey } from '#server/platform/outside/media-store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { mediaListName, type Part, refuseExisting, writeBackup } from './backup-file.ts'
import { placesOfBackup } from './backup-places.ts'
import { keepBeside } from './media-beside.ts'
import { dumpPostgresql, serverVersion, unusedMediaOf } from './postgresql-tools.ts'
import { secretCheck } from './secret-check.ts'
import { unusedThroughout } from './unused-throughout.ts'

/** Progress of a backup or a restore: bytes of media or of the backup file; the database counts as one. */
export type BackupProgress = {
  readonly phase: 'database' | 'media' | 'file'
  readonly done: number
  readonly total: number
}

export type BackupSource = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly mediaFolder: string
  /** Set by the operator. */
  readonly appSecret: string | undefined
  /**
   * Copies the embedded database to a folder, consistent, also while it is open. Returns the check value of the running
   * site's secret, and the unreferenced media; undefined if no site is running.
   */
  readonly copyEmbedded: (
    folder: string,
  ) => Promise<{ readonly secretCheck: string; readonly unusedMedia: readonly string[] } | undefined>
}

/**
 * Creates a backup of a site, which may be running: a consistent copy of the database, then the media, which are
 * immutable, without unreferenced ones; with `keepsMediaBeside` they are kept beside it, once for all backups. Media stored after that moment may be included, harmlessly. Throws
 * `StartProblem` for what the operator must correct.
 */
export async function makeBackup(
  source: BackupSource,
  {
    path,
    now,
    report,
    keepsMediaBeside = false,
  }: { path: string; now: Date; report: (progress: BackupProgress) => void; keepsMediaBeside?: boolean },
): Promise<{ files: number; bytes: number }> {
  const { dataDir, databaseUrl, mediaFolder, appSecret, copyEmbedded } = source
  const { copy, dump, demoSecret } = placesOfBackup(dataDir)
  await refuseExisting(path)
  const kept = await readFile(demoSecret).catch(() => undefined)
  const own = appSecret ?? (kept && String(kept).trim())
  await rm(copy, { recursive: true, force: true })
  try {
    report({ phase: 'database', done: 0, total: 1 })
    const ofRunning = databaseUrl ? undefined : await copyEmbedded(copy)
    const leftOut = databaseUrl ? await dumpTo(databaseUrl) : new Set(ofRunning?.unusedMedia)
    const check = ofRunning?.secretCheck ?? (own === undefined ? undefined : secretCheck(own))
    if (check === undefined)
      throw new StartProblem(
        'APP_SECRET is missing: by it a restore tells the right secret from a wrong one.',
      )
    report({ phase: 'database', done: 1, total: 1 })
    const manifest = {
      format: 1,
      madeAt: now.toISOString(),
      engine: databaseUrl ? 'postgresql' : 'embedded',
      ...(databaseUrl && { serverVersion: await serverVersion(databaseUrl) }),
      secretCheck: check,
      holdsSecret: kept !== undefined,
      ...(keepsMediaBeside && { media: 'beside' as const }),
    } as const
    return await writeBackup(path, manifest, parts(leftOut))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }

  /** Returns the media that are unreferenced in the dump. */
  async function dumpTo(url: string): Promise<ReadonlySet<string>> {
    await mkdir(copy, { recursive: true, mode: 0o700 })
    const before = await unusedMediaOf(url)
    await dumpPostgresql(url, dump)
    return unusedThroughout(before, await unusedMediaOf(url))
  }

  async function* parts(leftOut: ReadonlySet<string>): AsyncIterable<Part> {
    if (kept) yield { name: 'app-secret', size: kept.length, content: [kept] }
    const keys = await keysIn(mediaFolder, leftOut)
    if (keepsMediaBeside) {
      const there = Buffer.from(JSON.stringify(await keepBeside(path, { keys, mediaFolder, now }, report)))
      yield { name: mediaListName, size: there.length, content: [there] }
    }
    if (databaseUrl) yield { name: 'database.dump', ...(await fileAt(dump)) }
    else yield* folderAt(join(copy, 'database'), 'database')
    if (!keepsMediaBeside) yield* media(mediaFolder, keys, report)
  }
}

async function keysIn(folder: string, leftOut: ReadonlySet<string>): Promise<readonly string[]> {
  const stored = (await readdir(folder).catch(() => [])).filter(isMediaKey)
  return stored.filter((key) => !leftOut.has(key))
}

async function* media(
  folder: string,
  keys: readonly string[],
  report: (progress: BackupProgress) => void,
): AsyncIterable<Part> {
  const sizes = await Promise.all(keys.map((key) => sizeOf(join(folder, key))))
  const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  let done = 0
  report({ phase: 'media', done, total })
  for (const key of keys) {
    // a picture that was deleted meanwhile is rightly missing
    const file = await open(join(folder, key), 'r').catch(() => undefined)
    if (!file) continue
    const { size } = await file.stat()
    yield { name: `media/${key}`, size, content: file.createReadStream() }
    done += size
    report({ phase: 'media', done, total })
  }
}

async function* folderAt(path: string, name: string): AsyncIterable<Part> {
  yield { name }
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = { path: join(path, entry.name), name: `${name}/${entry.name}` }
    if (entry.isDirectory()) yield* folderAt(inside.path, inside.name)
    else yield { name: inside.name, ...(await fileAt(inside.path)) }
  }
}

async function fileAt(path: string) {
  const { size } = await stat(path)
  return { size, content: createReadStream(path) as AsyncIterable<Buffer> }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}
