import type { Services } from './services.ts'

/**
 * The longest time that an entry is cached, in milliseconds: another process may have changed its rows
 * (decisions/020-sessions-and-csrf.md).
 */
export const keptMs = 1_000

type Kept<Answer> = { readonly answer: Answer; readonly moment: Moment; endsMs: number }
type Moment = { readonly changes: number; readonly realMs: number; readonly businessMs: number }

/**
 * A cache of rows, for a second at most, invalidated by every change of this process
 * (database/engine/count-changes.ts).
 */
export type BriefMemory<Answer> = {
  /** To be called before reading. */
  moment(): Moment
  get(key: string): Answer | undefined
  /** `moment` was taken before reading. `endsMs`: expiry by the machine's clock. */
  keep(key: string, answer: Answer, moment: Moment, endsMs?: number): void
  forget(key: string, answer: Answer): void
}

export function createBriefMemory<Answer>(
  { clock, database: { pool } }: { clock: Services['clock']; database: Pick<Services['database'], 'pool'> },
  most = 10_000,
): BriefMemory<Answer> {
  const kept = new Map<string, Kept<Answer>>()
  let keptAt = pool.changes
  const moment = (): Moment => ({
    changes: pool.changes,
    realMs: clock.real().getTime(),
    businessMs: clock.now().getTime(),
  })
  return {
    moment,
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      const now = moment()
      if (isGood(found, now)) return found.answer
      kept.delete(key)
      return undefined
    },
    keep(key, answer, before, endsMs = Number.POSITIVE_INFINITY) {
      if (pool.changes !== keptAt || kept.size >= most) kept.clear()
      keptAt = pool.changes
      kept.set(key, { answer, moment: before, endsMs })
    },
    forget(key, answer) {
      if (kept.get(key)?.answer === answer) kept.delete(key)
    },
  }
}

/** Either clock may be set, or moved by the demo. */
function isGood({ moment, endsMs }: Kept<unknown>, now: Moment): boolean {
  const agesMs = [now.realMs - moment.realMs, now.businessMs - moment.businessMs]
  return (
    moment.changes === now.changes && now.realMs < endsMs && agesMs.every((age) => age >= 0 && age < keptMs)
  )
}
