import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { create } from 'tar'

/** What `npm start` and `npm run serve` build, with the stamps that say it is up to date. */
const built = [
  'dist/web',
  'dist/server',
  'dist/.lectern-stamp',
  'src/messages/generated',
  'src/messages/generated-mails',
]

/** Returns whether a tracked file is part of a release: all are but those for testing. The sources are its licence's condition. */
export function isReleased(path: string): boolean {
  return !/^(tests|\.ci)\/|\.test\.tsx?$/.test(path)
}

type Release = {
  /** A checkout whose builds are up to date. */
  readonly root: string
  /** Paths in it that are under version control. */
  readonly tracked: readonly string[]
  readonly version: string
  /** Modification time of all files in the archive, so that a commit always gives the same bytes. */
  readonly time: Date
  /** Where the archive is written. */
  readonly folder: string
}

/** Writes `lectern-<version>.tar.gz` and its `.sha256`, as `sha256sum --check` reads it. Returns the archive's path and digest in hex. */
export async function writeRelease({ root, tracked, version, time, folder }: Release) {
  const name = `lectern-${version}`
  const file = join(folder, `${name}.tar.gz`)
  const files = [...tracked.filter(isReleased), ...built.flatMap((path) => filesAt(root, path))].toSorted()
  mkdirSync(folder, { recursive: true })
  await create(
    { cwd: root, file, gzip: { level: 9 }, prefix: name, portable: true, noDirRecurse: true, mtime: time },
    files,
  )
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(`${file}.sha256`, `${sha256}  ${basename(file)}\n`)
  return { file, sha256 }
}

function filesAt(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}
