import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/database/engine/engine.ts'
import { removeFarAway } from './pg-boss.ts'

type Settings = {
  readonly database: Database
  readonly log: Log
  readonly run: 'at-once' | 'when-drained' | 'elsewhere'
  readonly enqueue: (
    db: Database['db'],
    name: string,
    payload: object,
    options: { singletonKey: string; delayMs: number },
  ) => Promise<void>
}

/** Milliseconds between checks for missing rounds. */
const lookEveryMs = 60_000

/**
 * Keeps the next round of each repeated job stored: after each round, and again if it was lost. A waiting round of any
 * process is enough.
 */
export function keepRoundsStored({ database, log, run, enqueue }: Settings) {
  const watched = new Map<string, number>()
  const storeNext = (name: string, everyMs: number) =>
    enqueue(database.db, name, {}, { singletonKey: 'next', delayMs: everyMs })
  const storeMissing = async () => {
    for (const [name, everyMs] of watched) {
      await removeFarAway(database, name, everyMs)
      await storeNext(name, everyMs)
    }
  }
  const look = () =>
    void storeMissing().catch((problem: unknown) => {
      log.error({ problem: String(problem) }, 'missing rounds could not be stored')
    })
  const timer = run === 'at-once' ? setInterval(look, lookEveryMs).unref() : undefined
  return {
    storeNext,
    watch: (name: string, everyMs: number) => void watched.set(name, everyMs),
    stop: () => clearInterval(timer),
  }
}
