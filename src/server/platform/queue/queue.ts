import { CompiledQuery, type Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/database/engine/engine.ts'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { JobRunner, type Work } from './job-runner.ts'
import { namesAtHand, pgBossOver } from './pg-boss.ts'
import { keepRoundsStored } from './rounds.ts'

/** Work that is done later, by this process or another one on the same database, and survives both. */
export type Queue = {
  /**
   * Stores a job as part of the caller's transaction: it exists if and only if that is committed, and then starts at
   * once. With a `singletonKey`, a job of that name and key that still waits is enough. `delayMs` is
   * counted from now on by the database's own clock, whichever time a test or the demo has.
   */
  enqueue(db: Kysely<Tables>, name: string, payload: object, options?: EnqueueOptions): Promise<void>
  /**
   * Says who does the jobs of a name. A job may run twice (a crash between doing and saying so), so its effect must
   * carry a key of its own. One that throws is tried again after 10 seconds, then ever more rarely, for about a day.
   */
  work<Payload extends object>(name: string, work: Work<Payload>, options?: WorkOptions): Promise<void>
  /**
   * Has something done at once and then every so often, for ever. The next round is stored whatever became of the last one,
   * and looked for each minute: where it is missing (a process died, a row was lost) it is stored anew.
   */
  repeat(name: string, everyMs: number, work: () => Promise<void>): Promise<void>
  /** Runs every job that is due, and those they enqueue, and resolves when none is left: for tests and the demo clock. */
  drain(): Promise<void>
  /** Lets the running jobs end (up to 10 seconds) and takes no new ones. */
  stop(): Promise<void>
}

type EnqueueOptions = { readonly singletonKey?: string; readonly delayMs?: number }

type WorkOptions = {
  /** How many jobs of this name run at once in this process; 1 unless given. */
  readonly concurrency?: number
}

export type QueueSettings = {
  readonly database: Database
  readonly log: Log
  /** `when-drained` runs nothing by itself, so that a test decides when; `at-once` is the rule. */
  readonly run?: 'at-once' | 'when-drained'
}

/** Milliseconds between two looks for jobs whose time has come or that another process has stored. */
const lookEveryMs = 5_000

/** A job that fails is retried, ever more rarely, for about a day. */
const retries = { retryLimit: 30, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 }

/** A round that failed is not tried again: the next one is. */
const once = { retryLimit: 0 }

/** A job whose process no longer gives a sign of life is taken over by another one. */
const supervision = { heartbeatSeconds: 60, expireInSeconds: 6 * 3_600 }

/** A queue's policy that lets one job of a key wait; jobs without a key get one of their own. */
const policy = 'short'

/** Starts the queue of a database. */
export async function startQueue({ database, log, run = 'at-once' }: QueueSettings): Promise<Queue> {
  const boss = pgBossOver(database, log, run === 'at-once')
  // making its tables, or bringing them up to date, may take long
  await database.withoutTimeLimit(() => boss.start())
  const known = new Set((await boss.getQueues()).map((queue) => queue.name))
  const runners = new Map<string, JobRunner>()
  let stopped = false

  const look = (runner: JobRunner | undefined) => {
    if (run !== 'at-once' || stopped) return
    runner?.runDue().catch((problem: unknown) => {
      // The database is away; the jobs are still there when it is back.
      log.error({ problem: String(problem) }, 'jobs could not be taken from the queue')
    })
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
    await declareQueue(boss, name, known.has(name), attempts)
    known.add(name)
    const runner = new JobRunner({ boss, name, work, concurrency, log })
    runners.set(name, runner)
    look(runner)
  }
  const rounds = keepRoundsStored({ database, log, run, enqueue })

  return {
    enqueue,
    work: (name, work, { concurrency = 1 } = {}) =>
      register(name, work as Work<object>, concurrency, retries),
    repeat: async (name, everyMs, work) => {
      const round = () => work().finally(() => rounds.storeNext(name, everyMs))
      await register(name, round, 1, once)
      rounds.watch(name, everyMs)
      await enqueue(database.db, name, {}, { singletonKey: 'at start' })
    },
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

/** Gives a queue its settings, making it where there is none. */
async function declareQueue(boss: PgBoss, name: string, isKnown: boolean, attempts: object): Promise<void> {
  if (isKnown) await boss.updateQueue(name, { ...attempts, ...supervision })
  else await boss.createQueue(name, { policy, ...attempts, ...supervision })
  // pg-boss looks a queue up once; it must not do so later, inside somebody's transaction
  await boss.findJobs(name, { id: crypto.randomUUID() })
}

/** Lets what is running end, for ten seconds at most. */
async function endOf(runners: readonly JobRunner[]): Promise<void> {
  const ended = Promise.all(runners.map((runner) => runner.stop()))
  await Promise.race([ended, new Promise((late) => setTimeout(late, 10_000).unref())])
}

/** Round after round, because jobs enqueue jobs of other names, until one goes by in which no job ended. */
async function drain(database: Database, runners: ReadonlyMap<string, JobRunner>): Promise<void> {
  const ended = () => runners.values().reduce((sum, runner) => sum + runner.ended, 0)
  for (let before = -1; before !== ended(); ) {
    before = ended()
    const names = await namesAtHand(database)
    for (const [name, runner] of runners) if (names.has(name)) await runner.runDue()
  }
}

/** Lets pg-boss write through the caller's transaction. */
function executorOf(db: Kysely<Tables>) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
