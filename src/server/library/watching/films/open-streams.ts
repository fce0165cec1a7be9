import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** A reader of a video, who may have paused. */
export type Reader = {
  /** The user id, or a signed-out viewer's network. */
  readonly viewer: string
  /** Whether the reader still has the right; `reading`: bytes were taken since the last check. */
  readonly mayGoOn: (reading: boolean) => Promise<boolean>
}

type OpenStream = Reader & { readonly cut: () => void }

/** The currently open streams. */
export type OpenStreams = {
  /**
   * Adds a stream: call `moved` when its reader took bytes, `done` at its end. Above the limit per viewer or in total,
   * the stream that has been idle longest is cut: a paused player reconnects when it resumes.
   */
  add(stream: OpenStream): { moved: () => void; done: () => void }
  /** Cuts streams whose right or grant has ended; resolves when done. */
  sweep(): Promise<void>
  readonly size: number
  /** Stops the sweep; streams that are nearly done may finish, the others are cut. */
  close(): Promise<void>
}

/** With the cache of rights (`playback-grants.ts`), streams end within a second of the right. */
const sweepEveryMs = 250
/** A reader that took bytes within this time is reading; otherwise paused. */
const readingMs = 10_000
/** How long a stopping site waits for readers: a player asks the next process for the rest. */
// mutant `2_000 → 2001`: no reader notices a thousandth of a second
const finishMs = 2_000
/** Each holds a buffer of 256 KiB while its reader waits, 64 of them one of a megabyte: 304 MiB in total. */
const most = { ofViewer: 64, inAll: 1024 } as const

type Noted = OpenStream & { movedAtMs: number }

/**
 * Checks the rights of open streams four times a second: a long reply must not outlive its grant. Most checks are
 * answered from cache, and the others are batched. It also ends pauses: an idle player keeps its stream as long as its
 * grant lives, some minutes.
 */
export function createOpenStreams(log: Pick<FastifyBaseLogger, 'warn'>): OpenStreams {
  const { streams, add, remove } = limitedStreams()
  let isFailing = false
  const sweep = async () => {
    const answered = await Promise.all([...streams].map(cutUnlessAllowed))
    if (!answered.includes(false)) isFailing = false
  }
  /** False if the check failed. */
  const cutUnlessAllowed = async (stream: Noted): Promise<boolean> => {
    try {
      const reading = performance.now() - stream.movedAtMs < readingMs
      if (!(await stream.mayGoOn(reading))) stream.cut()
      return true
    } catch (error) {
      // the database is unavailable: the next check decides
      if (!isFailing) log.warn({ err: error }, 'the right to an open stream could not be looked up')
      isFailing = true
      return false
    }
  }
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  }, sweepEveryMs).unref()
  return {
    add(stream) {
      const noted = { ...stream, movedAtMs: performance.now() }
      add(noted)
      return {
        moved: () => {
          noted.movedAtMs = performance.now()
        },
        done: () => remove(noted),
      }
    },
    sweep,
    get size() {
      return streams.size
    },
    async close() {
      clearInterval(timer)
      const until = Date.now() + finishMs
      // mutant `Date.now() < until → Date.now() <= until`: no reader notices a thousandth of a second,
      // mutant `20 → 21`: nor two
      while (streams.size > 0 && Date.now() < until) await wait(20)
      for (const stream of streams) stream.cut()
      // the database is closed next
      await sweeping
    },
  }
}

/** The streams by viewer. `add` cuts one where a viewer, or all of them, would have too many. */
function limitedStreams() {
  const streams = new Set<Noted>()
  const ofViewer = new Map<string, Set<Noted>>()
  const remove = (stream: Noted) => {
    streams.delete(stream)
    const own = ofViewer.get(stream.viewer)
    own?.delete(stream)
    // mutant `own?.size === 0 → false`: what is empty counts nothing,
    // mutant `ofViewer.delete(stream.viewer) → ;`: it would only be kept
    if (own?.size === 0) ofViewer.delete(stream.viewer)
  }
  const cutLongestIdle = (among: ReadonlySet<Noted>) => {
    let idle: Noted | undefined
    for (const stream of among) if (!idle || stream.movedAtMs < idle.movedAtMs) idle = stream
    // mutant `!idle → false`: as many as there may be are never none
    if (!idle) return
    remove(idle)
    idle.cut()
  }
  const add = (noted: Noted) => {
    const own = ofViewer.get(noted.viewer) ?? new Set()
    if (own.size >= most.ofViewer) cutLongestIdle(own)
    else if (streams.size >= most.inAll) cutLongestIdle(streams)
    ofViewer.set(noted.viewer, own.add(noted))
    streams.add(noted)
  }
  return { streams, add, remove }
}
