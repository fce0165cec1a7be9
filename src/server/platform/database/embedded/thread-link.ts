import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type {
  FillData,
  FromThread,
  Programs,
  ThreadData,
  ThreadSettings,
  ToThread,
} from './thread-messages.ts'

/** One run of the embedded database's thread. */
export type ThreadLink = {
  send(connection: number, bytes: Uint8Array<ArrayBuffer>): void
  /** Returns the number of fsyncs since it was opened. */
  countSyncs(): Promise<number>
  /** Shuts the database down, so that its files need no recovery. Never resolves when the thread hangs. */
  close(): Promise<void>
  /** Kills the thread; committed data stays. */
  terminate(): Promise<void>
}

/** Unsolicited messages of a thread. */
export type ThreadEvents = {
  onReply(connection: number, bytes: Uint8Array<ArrayBuffer>): void
  /** An open thread no longer serves. Called once, and never after `close` or `terminate`. */
  onBroken(reason: string): void
}

/**
 * Deeply nested input must reach PostgreSQL's own limit, which raises an error, before the thread's stack overflows,
 * which kills it.
 */
const stackSizeMb = 32

/** Compiled once per process: threads share the code, and a restart takes half the time. */
let programs: Promise<Programs> | undefined

/** Starts the thread and resolves once its database is open; rejects when opening fails. */
export async function startThread(settings: ThreadSettings, events: ThreadEvents): Promise<ThreadLink> {
  const worker = newWorker(new URL('./thread.ts', import.meta.url), {
    ...settings,
    programs: await compiled(),
  } satisfies ThreadData)
  let ending = false
  const link: ThreadLink = {
    send: (connection, bytes) => post(worker, { kind: 'protocol', connection, bytes }),
    countSyncs: async () => (await ask(worker, { kind: 'count-syncs' }, 'syncs')).count,
    close: async () => {
      ending = true
      await ask(worker, { kind: 'close' }, 'closed')
    },
    terminate: async () => {
      ending = true
      await worker.terminate()
    },
  }
  return new Promise((resolve, reject) => {
    let opened = false
    const fail = (reason: string) => {
      reject(new Error(`The embedded database cannot be opened: ${reason}`))
      if (opened && !ending) events.onBroken(reason)
      ending = true
    }
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'reply') events.onReply(message.connection, message.bytes)
      else if (message.kind === 'broken') fail(message.reason)
      else if (message.kind === 'ready') {
        opened = true
        resolve(link)
      }
    })
    worker.on('error', (problem) => fail(problem instanceof Error ? problem.message : String(problem)))
    worker.on('exit', (code) => fail(`its thread ended with code ${code}`))
  })
}

/** Creates a new database in an empty directory, in a temporary thread. */
export async function fillDirectory(directory: string): Promise<void> {
  const worker = newWorker(new URL('./fill-thread.ts', import.meta.url), {
    directory,
    programs: await compiled(),
  } satisfies FillData)
  await new Promise<void>((filled, failed) => {
    worker.on('error', failed)
    worker.on('exit', (code) =>
      code === 0 ? filled() : failed(new Error(`its thread ended with code ${code}`)),
    )
  })
}

function newWorker(program: URL, workerData: object): Worker {
  return new Worker(program, {
    workerData,
    execArgv: [],
    resourceLimits: { stackSizeMb },
  })
}

function compiled(): Promise<Programs> {
  programs ??= compilePrograms().catch((problem: unknown) => {
    // a failed read is retried at the next attempt
    programs = undefined
    throw problem
  })
  return programs
}

/**
 * V8's optimising compiler needs more memory for a program of this size than the database: without it a site's peak
 * memory is a third (decisions/010-embedded-database.md). The flag is process-wide and must be set before anything is
 * compiled; no other WebAssembly here is worth optimising.
 */
async function compilePrograms(): Promise<Programs> {
  // the last two follow from the first only when it is given on Node's command line
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compile = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    compile('pglite.wasm'),
    compile('initdb.wasm'),
  ])
  return { pgliteWasmModule, initdbWasmModule }
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message, message.kind === 'protocol' ? [message.bytes.buffer] : [])
}

function ask<Kind extends FromThread['kind']>(
  worker: Worker,
  question: ToThread,
  answer: Kind,
): Promise<Extract<FromThread, { kind: Kind }>> {
  return new Promise((resolve) => {
    const listen = (message: FromThread) => {
      if (message.kind !== answer) return
      worker.off('message', listen)
      // The kind has just been compared, which does not narrow a generic.
      resolve(message as Extract<FromThread, { kind: Kind }>)
    }
    worker.on('message', listen)
    post(worker, question)
  })
}
