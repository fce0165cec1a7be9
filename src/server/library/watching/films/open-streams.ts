import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Who reads a film, and who may have paused. */
export type Reader = {
  /** The user, or a signed-out viewer's network. */
  readonly viewer: string
  /** Whether they may still have it; `reading`: they took bytes since the question before. */
  readonly mayGoOn: (reading: boolean) => Promise<boolean>
}

type OpenStream = Reader & { readonly cut: () => void }

/** Streams that are open at this moment. */
export type OpenStreams = {
  /**
   * Notes a stream: `moved` is to be called when its reader took bytes, `done` at its end. Where its viewer, or all
   * together, have as many as there may be, the one whose reader has taken nothing for longest is cut: a paused player
   * asks again when it goes on.
   */
  add(stream: OpenStream): { moved: () => void; done: () => void }
  /** Cuts the streams whose readers have lost their right or let their grant expire, and resolves when that is done. */
  sweep(): Promise<void>
  readonly size: number
  /** Ends the sweeping; streams that are nearly done may finish, the others are cut. */
  close(): Promise<void>
}

/** With what is remembered of a right (`playback-grants.ts`), bytes end within a second of it. */
const sweepEveryMs = 250
/** Whoever took bytes so lately reads; whoever has not has paused. */
const readingMs = 10_000
/** How long a stopping site waits for readers: a player asks the next process for the rest. */
// mutant `2_000 → 2001`: no reader notices a thousandth of a second
const finishMs = 2_000
/** Each holds a buffer of 256 KiB while its reader waits, 64 of them one of a megabyte: 304 MiB in all. */
const most = { ofViewer: 64, inAll: 1024 } as const

type Noted = OpenStream & { movedAtMs: number }

/**
 * Looks four times a second whether the readers of open streams may go on: one long reply must not outlive what it was
 * granted by. What is remembered of their rights answers nearly always, and the others are looked up together. It is also what ends a pause: a player that asks for nothing and reports nothing keeps its stream for as
 * long as its grant lives, some minutes, and no longer.
 */
export function createOpenStreams(log: Pick<FastifyBaseLogger, 'warn'>): OpenStreams {
  const streams = new Set<Noted>()
  const ofViewer = new Map<string, Set<Noted>>()
  let isFailing = false
  const sweep = async () => {
    const answered = await Promise.all([...streams].map(cutUnlessAllowed))
    if (!answered.includes(false)) isFailing = false
  }
  /** False where it is not known whether the reader may go on. */
  const cutUnlessAllowed = async (stream: Noted): Promise<boolean> => {
    try {
      const reading = performance.now() - stream.movedAtMs < readingMs
      if (!(await stream.mayGoOn(reading))) stream.cut()
      return true
    } catch (error) {
      // the database is away: the next look decides
      if (!isFailing) log.warn({ err: error }, 'the right to an open stream could not be looked up')
      isFailing = true
      return false
    }
  }
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
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  }, sweepEveryMs).unref()
  return {
    add(stream) {
      const noted = { ...stream, movedAtMs: performance.now() }
      const own = ofViewer.get(stream.viewer) ?? new Set()
      if (own.size >= most.ofViewer) cutLongestIdle(own)
      else if (streams.size >= most.inAll) cutLongestIdle(streams)
      ofViewer.set(stream.viewer, own.add(noted))
      streams.add(noted)
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
