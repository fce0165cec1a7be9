// The thread that runs PGlite, so that a long query never blocks the server.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles, requirePart } from './durable-files.ts'
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts'

/**
 * The exit status that PGlite throws when PostgreSQL unwinds from an ordinary error; any other leaves it in an unknown
 * state.
 */
const ordinaryErrorStatus = 100

const { programs, ...settings }: ThreadData = workerData
// Our own lock (open-embedded.ts) guards the directory. PostgreSQL's adds nothing, and one left empty by a kill would
// block every later start.
rmSync(join(settings.directory, 'postmaster.pid'), { force: true })
const files = new DurableFiles(settings.directory)
let lastWords = ''
const pglite = await PGlite.create({
  fs: files,
  ...programs,
  startParams: [...settings.startParameters],
  onStderr: (line) => {
    if (/\b(FATAL|PANIC)\b/.test(line)) lastWords = line
    return false
  },
}).catch((problem: unknown) => {
  throw new Error(lastWords || (problem instanceof Error ? problem.message : String(problem)))
})
endWhenBroken()
parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'protocol') say(reply(message.connection, message.bytes))
  else if (message.kind === 'count-syncs') say({ kind: 'syncs', count: files.syncs })
  else void pglite.close().then(() => say({ kind: 'closed' }))
})
say({ kind: 'ready' })

/** Speaks PostgreSQL's protocol with the embedded server: complete messages in, the complete reply out. */
function reply(connection: number, bytes: Uint8Array): FromThread {
  const parts: Uint8Array[] = []
  // The call is synchronous: its promise only waits for a hook that this file system lacks.
  void pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) })
  return { kind: 'reply', connection, bytes: joined(parts) }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

/** PGlite swallows errors that it cannot handle and then loops forever; this reports them and ends the thread. */
function endWhenBroken(): void {
  const step = pglite.Module._PostgresMainLoopOnce
  requirePart('Module._PostgresMainLoopOnce', step)
  pglite.Module._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (problem) {
      if (statusOf(problem) !== ordinaryErrorStatus) {
        say({ kind: 'broken', reason: lastWords || String(problem) })
        process.exit(1)
      }
      throw problem
    }
  }
}

function statusOf(problem: unknown): unknown {
  return typeof problem === 'object' && problem !== null && 'status' in problem ? problem.status : undefined
}

function say(message: FromThread): void {
  parentPort?.postMessage(message, message.kind === 'reply' ? [message.bytes.buffer] : [])
}
