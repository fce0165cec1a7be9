import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '#server/platform/database/engine/engine.ts'

/** Does one job. What it throws puts the job back for a later attempt. */
export type Work<Payload extends object> = (payload: Payload) => Promise<void>

type Settings = {
  readonly boss: PgBoss
  readonly name: string
  readonly work: Work<object>
  readonly concurrency: number
  readonly log: Log
}

/** Milliseconds between two signs of life for a job that runs long. */
const signOfLifeEveryMs = 20_000

/** Does the jobs of one name, never two rounds at once. */
export class JobRunner {
  /** How many jobs have ended, well or badly. */
  ended = 0
  readonly #settings: Settings
  #round: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #stopped = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * Does the due jobs until none is left. Called during a round, it joins the one that comes after it, so jobs stored
   * before the call have been done when it resolves. Rejects when the database cannot be asked.
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

  /** Resolves when what runs has ended; nothing new is begun. */
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
