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
  /** How often files have been forced to the disk since it was opened. */
  countSyncs(): Promise<number>
  /** Closes the database in order, so that its files need no recovery. Does not end when the thread hangs. */
  close(): Promise<void>
  /** Ends the thread as it is; what was committed stays. */
  terminate(): Promise<void>
}

/** What a thread says unasked. */
export type ThreadEvents = {
  onReply(connection: number, bytes: Uint8Array<ArrayBuffer>): void
  /** It was open and no longer serves. Called once, and not for a thread that was closed or terminated. */
  onBroken(reason: string): void
}

/** Deeply nested input must meet PostgreSQL's own limit, which is an error, before the thread's stack, which ends it. */
const stackSizeMb = 32

/** Compiled once for a process: threads share the code, and a second one opens in half the time. */
let programs: Promise<Programs> | undefined

/** Starts the thread and resolves once its database is open; rejects when it cannot be opened. */
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

/** Makes a new database in an empty directory, in a thread that ends with it. */
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
    // what cannot be read now may be read at the next attempt
    programs = undefined
    throw problem
  })
  return programs
}

/**
 * What V8's optimising compiler needs for a program of this size is more than the database itself: without it a site takes
 * a third of the memory at its peak (decisions/010-embedded-database.md). The flag is the whole process's and has to
 * be set before anything is compiled; no other WebAssembly here is worth optimising.
 */
async function compilePrograms(): Promise<Programs> {
  // the last two follow from the first only when it is given to Node itself
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
      // Its kind has just been compared, which does not narrow a generic.
      resolve(message as Extract<FromThread, { kind: Kind }>)
    }
    worker.on('message', listen)
    post(worker, question)
  })
}
