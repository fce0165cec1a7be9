import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system without published types: an open file, a node, and the two tables. */
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
 * PGlite's files in a local directory, with the fsync that PGlite leaves out: without it a power failure loses
 * acknowledged payments.
 */
export class DurableFiles extends NodeFS {
  /** Number of fsyncs of files and directories. */
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
    // PostgreSQL syncs the folder after a rename; in this build that call has no effect.
    const rename = files.node_ops.rename
    files.node_ops.rename = (node, folder, name) => {
      rename.call(files.node_ops, node, folder, name)
      files.tryFSOperation(() => syncFolder(files.realPath(folder)))
      this.syncs += 1
    }
  }
}

/**
 * PGlite's parameters without `-F`, which turns fsync off; `fsync` is the only sync method that reaches the hook above.
 */
export const durableParameters: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=32MB', 'min_wal_size=16MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

function hostFilesOf(module: object): HostFiles {
  // The module's type lacks NODEFS; without it nothing can be made durable.
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

/** Throws when this version of PGlite lacks a part that durability or supervision needs. */
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
