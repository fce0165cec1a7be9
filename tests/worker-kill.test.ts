import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueVatIdCheck, startVatIdJob } from '#server/books/billing/check-vat-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startQueue } from '#server/platform/queue/queue.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addressOf, createTestDatabase, silentLog } from '#support/database.ts'
import { folderOfTests } from '#support/folders.ts'
import { rounds } from '#support/rounds.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'
import { jobStates } from '#support/stored/jobs.ts'
import { storeRow } from '#support/stored/rows.ts'
import { testConfig } from '#support/test-app.ts'
import { known, startVatRegister, type VatRegisterServer } from '#support/vat-register-server.ts'

// Two workers do the jobs of one database: VAT ids, of which each is asked about once. Both are interrupted in the midst of
// a job: one is killed, the other stopped until its job was taken over, and then goes on with it (docs/operate.md).

const count = rounds.workerJobs
const interruptions = 3
/** Milliseconds for the jobs of a round: the claim of an interrupted one lasts a minute, and is looked for each minute. */
const takenOverWithin = 600_000

const folder = folderOfTests()
let database: Database
let register: VatRegisterServer
const workers: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  register = await startVatRegister()
  workers.push(await startWorker(), await startWorker())
}, 180_000)
afterAll(async () => {
  for (const worker of workers) await worker.stop('SIGKILL')
  await register.close()
  await database.close()
})

test(`${count} jobs through ${interruptions} kills and as many stops are ${count} effects`, async () => {
  const enqueue = await openQueue()
  let asked = 0
  for (let round = 0; round < interruptions; round += 1) {
    const share =
      Math.floor((count * (round + 1)) / interruptions) - Math.floor((count * round) / interruptions)
    await enqueue(share)
    await until(() => register.asked.length >= asked + share / 3)
    const free = await holdBoth()
    const [killed, stopped] = [round % 2, (round + 1) % 2]
    await workers[killed]?.stop('SIGKILL')
    workers[stopped]?.process.kill('SIGSTOP')
    free()
    workers[killed] = await startWorker()
    for (const left of [2, 0]) await until(async () => (await unfinished()) === left)
    workers[stopped]?.process.kill('SIGCONT')
    await workers[stopped]?.ready()
    // what it does with an answer that is late
    await wait(2_000)
    asked += share + 2
    expect(register.asked).toHaveLength(asked)
    expect([await unfinished(), await checkedAccounts()]).toEqual([0, { valid: asked - 2 * (round + 1) }])
  }
  expect(await jobStates(database.db, job)).toEqual({ completed: count })
}, 3_600_000)

const job = 'check-vat-id'

/** Holds the next two questions, one of each worker, until the returned function is called. */
async function holdBoth(): Promise<() => void> {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  let held = 0
  register.before = async () => {
    if (held === 2) return
    held += 1
    await freed
  }
  await until(() => held === 2)
  return free
}

async function unfinished(): Promise<number> {
  const { completed: _, ...others } = await jobStates(database.db, job)
  return Object.values(others).reduce((sum, one) => sum + one, 0)
}

/** Accounts by the state of what is stored about their VAT ids. */
async function checkedAccounts(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    `select vat_check ->> 'state' as state, count(*)::int from account group by 1`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Returns a function that stores accounts with a VAT id, and the job of each. */
async function openQueue(): Promise<(number: number) => Promise<void>> {
  const queue = await startQueue({ database, log: silentLog, run: 'elsewhere' })
  const services = { queue, config: testConfig({ VIES_URL: register.url }) } as Services
  await startVatIdJob(services)
  let last = 0
  return (number) =>
    inTransaction(database.db, async (trx) => {
      for (const end = last + number; last < end; ) {
        last += 1
        const id = randomUUID()
        const vatNumber = `U${String(last).padStart(8, '0')}`
        const vat_id = `AT${vatNumber}`
        register.answers[vat_id] = known({ countryCode: 'AT', vatNumber }, true)
        await storeRow(trx, 'account', { id, name: vat_id, vat_id, created_at: new Date() })
        await queueVatIdCheck(trx, services, id)
      }
    })
}

async function startWorker(): Promise<ServerProcess> {
  const worker = await startServerProcess({
    ROLE: 'worker',
    DATABASE_URL: await addressOf(database),
    DATA_DIR: folder,
    APP_SECRET: 'of-the-workers:K7v2mQ9xR4bT8nW1pZ6c',
    BASE_URL: 'https://films.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'films@example.org',
    VIES_URL: register.url,
  })
  await worker.ready()
  return worker
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + takenOverWithin; !(await isSo()); ) {
    if (performance.now() > end)
      throw new Error(`it takes too long: ${JSON.stringify(await jobStates(database.db, job))}`)
    await wait(100)
  }
}
