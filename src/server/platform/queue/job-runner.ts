import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '#server/platform/database/engine/engine.ts'

/** Runs one job. An exception schedules a retry. */
export type Work<Payload extends object> = (payload: Payload) => Promise<void>

type Settings = {
  readonly boss: PgBoss
  readonly name: string
  readonly work: Work<object>
  readonly concurrency: number
  readonly log: Log
}

/** Milliseconds between heartbeats of a long job. */
const signOfLifeEveryMs = 20_000

/** Runs the jobs of one name, never two rounds at once. */
export class JobRunner {
  /** Number of ended jobs, successful or not. */
  ended = 0
  readonly #settings: Settings
  #round: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #stopped = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * Runs due jobs until none is left. A call during a round joins the next round, so jobs stored before the call are
   * done when it resolves. Rejects when the database is unavailable.
   */
  runDue(): Promise<void> {
    this.#next ??= this.#round
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#round = this.#doAll()
        return this.#round
      })
    return this.#next
  }

  /** Starts nothing new, and resolves when running jobs have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#round.catch(() => {})
  }

  async #doAll(): Promise<void> {
    const { boss, name, concurrency } = this.#settings
    while (!this.#stopped) {
      const jobs = await boss.fetch<object>(name, { batchSize: concurrency })
      if (jobs.length === 0) return
      await Promise.all(jobs.map((job) => this.#doOne(job)))
    }
  }

  async #doOne(job: Job<object>): Promise<void> {
    const { boss, name, work, log } = this.#settings
    const signs = setInterval(() => {
      boss.touch(name, job).catch(() => {})
    }, signOfLifeEveryMs)
    try {
      await work(job.data)
      await boss.complete(name, job)
    } catch (problem) {
      log.warn({ job: name, id: job.id, problem: String(problem) }, 'a job failed and is tried again later')
      await boss.fail(name, job, { message: String(problem) })
    } finally {
      clearInterval(signs)
      this.ended += 1
    }
  }
}
