import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file layer that have no published types: one open file, one node, and the two tables. */
type OpenFile = { readonly nfd?: number; readonly node: FileNode }
type FileNode = object
type HostFiles = {
  readonly stream_ops: { fsync?: (file: OpenFile) => number }
  readonly node_ops: { rename: (node: FileNode, folder: FileNode, name: string) => void }
  realPath(node: FileNode): string
  tryFSOperation<Result>(work: () => Result): Result
}

type ModuleOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's files in a directory of the machine, with the one thing that PGlite leaves out: what PostgreSQL asks to be
 * on the disk really is there before it goes on. Without this an acknowledged payment is lost with the power.
 */
export class DurableFiles extends NodeFS {
  /** How often a file or directory has been forced to the disk. */
  syncs = 0

  override async init(pglite: PGlite, options: ModuleOptions) {
    const prepared = await super.init(pglite, options)
    prepared.emscriptenOpts.preRun?.push((module) => this.#hook(hostFilesOf(module)))
    return prepared
  }

  #hook(files: HostFiles): void {
    files.stream_ops.fsync = (file) => {
      files.tryFSOperation(() => {
        this.syncs += 1
        if (file.nfd === undefined) syncFolder(files.realPath(file.node))
        else fdatasyncSync(file.nfd)
      })
      return 0
    }
    // PostgreSQL opens the folder after a rename to force the new name to the disk; in this build that never arrives.
    const rename = files.node_ops.rename
    files.node_ops.rename = (node, folder, name) => {
      rename.call(files.node_ops, node, folder, name)
      files.tryFSOperation(() => syncFolder(files.realPath(folder)))
      this.syncs += 1
    }
  }
}

/** PGlite's own parameters without `-F`, which turns fsync off; `fsync` is the one method that reaches the hook above. */
export const durableParameters: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=32MB', 'min_wal_size=16MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

function hostFilesOf(module: object): HostFiles {
  // The module's type does not say that it carries NODEFS; without it there is nothing durable to start.
  const { NODEFS: files } = module as { NODEFS?: Partial<HostFiles> }
  const parts = {
    'NODEFS.stream_ops': files?.stream_ops,
    'NODEFS.node_ops.rename': files?.node_ops?.rename,
    'NODEFS.realPath': files?.realPath,
    'NODEFS.tryFSOperation': files?.tryFSOperation,
  }
  for (const [name, part] of Object.entries(parts)) requirePart(name, part)
  return files as HostFiles
}

/** Throws when PGlite has come in a version without something that it is made durable or watched by. */
export function requirePart(name: string, part: unknown): void {
  if (part !== undefined) return
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'))
  throw new Error(
    `PGlite ${version} has no ${name}, which src/server/platform/database/embedded changes to keep data safe`,
  )
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
