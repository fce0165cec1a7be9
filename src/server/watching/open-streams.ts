import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** A film that is being sent to a reader, who may have paused. */
type OpenStream = {
  /** Whether the reader may still have it. */
  readonly mayGoOn: () => Promise<boolean>
  readonly cut: () => void
}

/** Streams that are open at this moment. */
export type OpenStreams = {
  /** Notes a stream; returns what takes it off again. */
  add(stream: OpenStream): () => void
  /** Cuts the streams whose readers have lost their right or let their grant expire. */
  sweep(): Promise<void>
  readonly size: number
  /** Ends the sweeping; streams that are nearly done may finish, the others are cut. */
  close(): Promise<void>
}

const sweepEveryMs = 10_000
/** How long a stopping site waits for readers: a player asks the next process for the rest. */
const finishMs = 2_000

/**
 * Looks every ten seconds whether the readers of open streams may go on: one long reply must not outlive what it was
 * granted by. It is also what ends a pause: a player that asks for nothing and reports nothing keeps its stream for as
 * long as its grant lives, some minutes, and no longer.
 */
export function createOpenStreams(log: Pick<FastifyBaseLogger, 'warn'>): OpenStreams {
  const streams = new Set<OpenStream>()
  const sweep = async () => {
    await Promise.all([...streams].map(cutUnlessAllowed))
  }
  const cutUnlessAllowed = async (stream: OpenStream) => {
    try {
      if (!(await stream.mayGoOn())) stream.cut()
    } catch (error) {
      // the database is away: the next look decides
      log.warn({ err: error }, 'the right to an open stream could not be looked up')
    }
  }
  const timer = setInterval(() => void sweep(), sweepEveryMs).unref()
  return {
    add(stream) {
      streams.add(stream)
      return () => void streams.delete(stream)
    },
    sweep,
    get size() {
      return streams.size
    },
    async close() {
      clearInterval(timer)
      const until = Date.now() + finishMs
      while (streams.size > 0 && Date.now() < until) await wait(20)
      for (const stream of streams) stream.cut()
    },
  }
}
