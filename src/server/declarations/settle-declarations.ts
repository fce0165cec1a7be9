import { typedContractNumber } from '#domain/accounts/contract-number.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/jobs/upkeep-step.ts'
import type { Services } from '#server/services/services.ts'
import { type Declaration, findContract, openDeclarations, settleDeclaration } from './declaration.store.ts'
import { executeDeclaration, isHolderKnown, type Outcome } from './execute-declaration.ts'
import { mailDeclarer, mailOperator, mailOwner } from './mail-declaration.ts'

/** How long a declaration waits for a charge that is on its way; then somebody has to look at it. */
const patienceMs = 24 * 3_600_000

/**
 * Carries out every declaration that is open, oldest first, and confirms it to whoever made it. Answers how many have to
 * wait, and whether any failed. Safe to run twice: a subscription that is cancelled already does not change, and each mail has a key of its own.
 */
export async function settleDeclarations(
  services: Services,
): Promise<{ waiting: number; outcome: StepOutcome }> {
  const { database, log } = services
  let waiting = 0
  const outcome = await oneByOne(
    await openDeclarations(database.db),
    async (declaration) => {
      if (!(await settle(services, declaration))) waiting += 1
    },
    (error, declaration) => {
      waiting += 1
      log.error({ err: error, declaration: declaration.id }, 'a declaration could not be carried out yet')
    },
  )
  return { waiting, outcome }
}

async function settle(services: Services, declaration: Declaration): Promise<boolean> {
  const { clock, database } = services
  const now = clock.now()
  const number = typedContractNumber(declaration.contract)
  const contract = await findContract(database.db, { emailKey: declaration.email_key, number })
  const holderKnown = contract !== undefined && isHolderKnown(declaration, contract)
  const tried: Outcome = contract
    ? await executeDeclaration(services, declaration, contract)
    : { kind: 'operator' }
  const patient = now.getTime() < declaration.received_at.getTime() + patienceMs
  const outcome: Outcome = tried.kind === 'waits' && !patient ? { kind: 'operator' } : tried
  return inTransaction(database.db, async (trx) => {
    const change = {
      account_id: contract?.accountId ?? null,
      contract_ends_at: outcome.kind === 'done' ? outcome.endsAt : null,
      told_at: declaration.told_at ?? now,
      holder_known: holderKnown,
      ...(outcome.kind !== 'waits' && { outcome: outcome.kind, settled_at: now }),
    }
    // another process was faster
    if (!(await settleDeclaration(trx, declaration.id, change))) return true
    if (!declaration.told_at)
      await mailDeclarer(trx, services, declaration, { outcome, language: contract?.language ?? undefined })
    if (outcome.kind === 'operator')
      await mailOperator(trx, services, declaration, { matched: contract !== undefined })
    if (contract && !declaration.told_at)
      await mailOwner(trx, services, declaration, { contract, outcome, holderKnown })
    return outcome.kind !== 'waits'
  })
}

/** Name of the job that carries declarations out: enqueued with each one, within its transaction. */
export const settleDeclarationsJob = 'declarations'

/** Carries out what was declared, and comes back to what had to wait. */
export async function startDeclarationJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(settleDeclarationsJob, async () => {
    const { waiting } = await settleDeclarations(services)
    if (waiting > 0)
      await queue.enqueue(
        database.db,
        settleDeclarationsJob,
        {},
        { singletonKey: 'waiting', delayMs: 60_000 },
      )
  })
}
