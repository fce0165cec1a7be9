import type { Config } from '#server/platform/config/config.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { createVatRegister, type VatRegister } from '#server/platform/outside/vat-register.ts'
import type { Services } from '#server/platform/services/services.ts'
import { accountsToCheck, readVatId, storeVatCheck } from './vat-check.store.ts'
import type { VatCheck } from './vat-of-account.ts'

const jobName = 'check-vat-id'

/** Delays before an unavailable register is asked again; the last one repeats. */
const pausesMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000] as const

type Question = { readonly accountId: string; readonly attempt: number }

/** Queues a check of an account's VAT id after the transaction, if a register is configured. */
export async function queueVatIdCheck(
  trx: Trx,
  { queue, config }: Pick<Services, 'config' | 'queue'>,
  accountId: string,
): Promise<void> {
  if (config.vat.viesUrl !== undefined)
    await queue.enqueue(trx, jobName, { accountId, attempt: 0 }, { singletonKey: `${accountId} 0` })
}

/** Returns the configured register of VAT ids, if any. */
export function vatRegisterOf({ vat: { viesUrl }, seller }: Config): VatRegister | undefined {
  return viesUrl === undefined ? undefined : createVatRegister({ url: viesUrl, requester: seller.vatId })
}

/**
 * The register is asked outside of any transaction; an answer about a VAT id that was changed meanwhile, or that another
 * process has got meanwhile, is discarded.
 */
export async function startVatIdJob(services: Services): Promise<void> {
  const { config, queue } = services
  const register = vatRegisterOf(config)
  await queue.work<Question>(jobName, async (question) => {
    if (register) await checkVatId(services, register, question)
  })
}

async function checkVatId(
  { database: { db }, clock, queue, log }: Pick<Services, 'database' | 'clock' | 'queue' | 'log'>,
  register: VatRegister,
  { accountId, attempt }: Question,
): Promise<void> {
  const account = await readVatId(db, accountId)
  if (!account?.vatId) return
  const { vatId, check: last } = account
  const askedAt = clock.real()
  const answer = await register.check(vatId)
  const check: VatCheck = {
    vatId,
    checkedAt: clock.real().toISOString(),
    ...answer,
    ...beforeOf(last, vatId),
  }
  // a process that was stopped for minutes comes too late: its job was done by another one
  if (!(await storeVatCheck(db, accountId, check, askedAt))) return
  if (answer.state === 'unavailable') {
    const delayMs = pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0
    const next = attempt + 1
    await queue.enqueue(
      db,
      jobName,
      { accountId, attempt: next },
      { singletonKey: `${accountId} ${next}`, delayMs },
    )
  }
  if (answer.state === 'invalid' && last?.vatId === vatId && last.state !== 'invalid')
    log.warn({ accountId }, 'the register no longer knows a VAT id; the next charge carries tax')
}

function beforeOf(last: VatCheck | null, vatId: string): Pick<VatCheck, 'before'> {
  if (last?.vatId !== vatId) return {}
  const before = last.state === 'unavailable' ? last.before : last.state
  return before === undefined ? {} : { before }
}

/** Queues new checks of VAT ids before their accounts' next payment, because an id may become invalid at any time. */
export async function recheckVatIds(services: Services): Promise<StepOutcome> {
  const { database, clock, config, queue, log } = services
  if (config.vat.viesUrl === undefined) return 'done'
  const day = 86_400_000
  const due = await accountsToCheck(database.db, {
    dueBefore: new Date(clock.now().getTime() + 2 * day),
    askedBefore: new Date(clock.real().getTime() - 7 * day),
  })
  return oneByOne(
    due,
    (accountId) =>
      queue.enqueue(database.db, jobName, { accountId, attempt: 0 }, { singletonKey: `${accountId} 0` }),
    (error, accountId) => {
      log.error({ err: error, accountId }, 'a VAT id could not be asked about again; it is tried again')
    },
  )
}
