// The thread that runs PGlite, so that a long query never stops the server from answering.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles, requirePart } from './durable-files.ts'
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts'

/** What PGlite throws when PostgreSQL unwinds from an ordinary error; all else leaves it in an unknown state. */
const ordinaryErrorStatus = 100

const { programs, ...settings }: ThreadData = workerData
// The directory is locked by us (open-embedded.ts). PostgreSQL's own lock says nothing more, and one that was killed before
// it had written anything into it would refuse to open for ever.
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

/** Speaks PostgreSQL's protocol with the embedded server: whole messages in, its whole reply out. */
function reply(connection: number, bytes: Uint8Array): FromThread {
  const parts: Uint8Array[] = []
  // The work is done when the call returns: what its promise still waits for is a hook that this file layer lacks.
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

/** PGlite swallows errors that it cannot handle and then loops forever; this reports them and ends the thread instead. */
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
