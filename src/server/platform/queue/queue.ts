import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/database/engine/engine.ts'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { JobRunner, type Work } from './job-runner.ts'
import { hastenJobs, type JobState, readJobs } from './job-state.store.ts'
import { pendingNames, pgBossOver } from './pg-boss.ts'
import { keepRoundsStored } from './rounds.ts'

/** Deferred work, done by this or another process on the same database, which survives restarts. */
export type Queue = {
  /**
   * Stores a job in the caller's transaction: it exists only if that commits, and then starts at once. With a
   * `singletonKey`, a waiting job of the same name and key suppresses the new one. `delayMs` counts on the database's
   * clock, not on that of tests or the demo.
   */
  enqueue(db: Db, name: string, payload: object, options?: EnqueueOptions): Promise<void>
  /**
   * Registers the worker of a job name. A job may run twice (after a crash before its completion is stored), so its
   * effect must be idempotent. A failed job is retried after 10 seconds, then with growing delays, for about a day.
   */
  work<Payload extends object>(name: string, work: Work<Payload>, options?: WorkOptions): Promise<void>
  /**
   * Runs work at once and then at an interval. The next round is stored whatever the outcome of the last; a missing one
   * (a process died, a row was lost) is restored each minute.
   */
  repeat(name: string, everyMs: number, work: () => Promise<void>): Promise<void>
  /** What the jobs of each name do, and did within the last week. */
  state(): Promise<readonly JobState[]>
  /** Makes waiting jobs of a name due, in the caller's transaction; they start within five seconds. */
  hasten(db: Db, name: string): Promise<void>
  /** Runs all due jobs and those that they enqueue, and resolves when none is left: for tests and the demo clock. */
  drain(): Promise<void>
  /** Takes no new jobs, and waits up to 10 seconds for running ones. */
  stop(): Promise<void>
}

type EnqueueOptions = { readonly singletonKey?: string; readonly delayMs?: number }

type WorkOptions = {
  /** Maximum concurrency of this name in this process; 1 by default, 0 leaves the jobs to other processes. */
  readonly concurrency?: number
  /** After which a job counts as lost; 6 hours by default. */
  readonly expireInSeconds?: number
}

/** Where and when the jobs of a queue are done. */
type RunsJobs = 'at-once' | 'when-drained' | 'elsewhere'

export type QueueSettings = {
  readonly database: Database
  readonly log: Log
  /**
   * `when-drained`: jobs run only in `drain`, for tests. `elsewhere`: jobs are stored, and done by other processes; so
   * are the rounds of `repeat`. The default is `at-once`.
   */
  readonly run?: RunsJobs
}

/** Milliseconds between polls for jobs that became due or were stored by another process. */
const lookEveryMs = 5_000

/** A failed job is retried with growing delays for about a day. */
const retries = { retryLimit: 30, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 }

/** A failed round is not retried: the next round follows anyway. */
const once = { retryLimit: 0 }

/** Another process takes over a job without heartbeats. */
const supervision = { heartbeatSeconds: 60, expireInSeconds: 6 * 3_600 }

/** A queue policy of pg-boss: one waiting job per key; jobs without a key get a unique one. */
const policy = 'short'

/** Starts the queue of a database. */
export async function startQueue({ database, log, run = 'at-once' }: QueueSettings): Promise<Queue> {
  const boss = pgBossOver(database, log, run === 'at-once')
  // creating or migrating its tables may take long
  await database.withoutTimeLimit(() => boss.start())
  const known = new Map<string, object>((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const runners = new Map<string, JobRunner>()
  let stopped = false

  const look = (runner: JobRunner | undefined) => {
    if (run !== 'at-once' || stopped) return
    runner?.runDue().catch((problem: unknown) => logUntaken(log, problem))
  }
  const timer = setInterval(() => runners.forEach(look), lookEveryMs).unref()

  const enqueue: Queue['enqueue'] = async (db, name, payload, { singletonKey, delayMs = 0 } = {}) => {
    if (!known.has(name)) throw new Error(`Nobody has said who does the job "${name}".`)
    await boss.send(name, payload, {
      db: executorOf(db),
      singletonKey: singletonKey ?? crypto.randomUUID(),
      ...(delayMs > 0 && { startAfter: delayMs / 1_000 }),
    })
    afterCommit(() => look(runners.get(name)))
  }
  const register = async (name: string, work: Work<object>, concurrency: number, attempts: object) => {
    if (runners.has(name)) throw new Error(`The job "${name}" is done by somebody already.`)
    const wanted = { ...supervision, ...attempts }
    await declareQueue(boss, name, known.get(name), wanted)
    known.set(name, wanted)
    if (concurrency === 0 || run === 'elsewhere') return
    const runner = new JobRunner({ boss, name, work, concurrency, log })
    runners.set(name, runner)
    look(runner)
  }
  const rounds = keepRoundsStored({ database, log, run, enqueue })

  return {
    enqueue,
    work: (name, work, { concurrency = 1, ...expiry } = {}) =>
      register(name, work as Work<object>, concurrency, { ...retries, ...expiry }),
    repeat: async (name, everyMs, work) => {
      const round = () => work().finally(() => rounds.storeNext(name, everyMs))
      await register(name, round, 1, once)
      if (run === 'elsewhere') return
      rounds.watch(name, everyMs)
      await enqueue(database.db, name, {}, { singletonKey: 'at start' })
    },
    state: () => readJobs(database),
    hasten: (db, name) => hastenJobs(db, name),
    drain: () => drain(database, runners),
    stop: async () => {
      stopped = true
      clearInterval(timer)
      rounds.stop()
      await endOf([...runners.values()])
      await boss.stop({ graceful: false })
    },
  }
}

/** Creates a queue, or updates one whose settings differ. A queue as wanted costs no statement. */
async function declareQueue(
  boss: PgBoss,
  name: string,
  known: object | undefined,
  wanted: object,
): Promise<void> {
  if (known && Object.entries(wanted).every(([key, value]) => Reflect.get(known, key) === value)) return
  if (known) await boss.updateQueue(name, wanted)
  else await boss.createQueue(name, { policy, ...wanted })
  // pg-boss caches a queue on first use, which must not happen inside a caller's transaction
  await boss.findJobs(name, { id: crypto.randomUUID() })
}

/** The database is unavailable; the jobs are still stored. */
function logUntaken(log: Log, problem: unknown): void {
  log.error({ problem: String(problem) }, 'jobs could not be taken from the queue')
}

/** Waits for running jobs, ten seconds at most. */
async function endOf(runners: readonly JobRunner[]): Promise<void> {
  const ended = Promise.all(runners.map((runner) => runner.stop()))
  await Promise.race([ended, new Promise((late) => setTimeout(late, 10_000).unref())])
}

/** Repeats rounds, because jobs enqueue jobs of other names, until a round ends no job. */
async function drain(database: Database, runners: ReadonlyMap<string, JobRunner>): Promise<void> {
  const ended = () => runners.values().reduce((sum, runner) => sum + runner.ended, 0)
  for (let before = -1; before !== ended(); ) {
    before = ended()
    const names = await pendingNames(database)
    for (const [name, runner] of runners) if (names.has(name)) await runner.runDue()
  }
}

/** Makes pg-boss write in the caller's transaction. */
function executorOf(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
