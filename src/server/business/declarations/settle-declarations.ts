import { typedContractNumber } from '#domain/accounts/contract-number.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/business/shop/order.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import {
  type Contract,
  type Declaration,
  findContract,
  lockReceived,
  openDeclarations,
  storeSettled,
} from './declaration.store.ts'
import { executeDeclaration, isHolderKnown, type Outcome } from './execute-declaration.ts'
import { mailDeclarer, mailOperator, mailOwner } from './mail-declaration.ts'
import { isBuyerKnown, type OrderOutcome, orderNamed, withdrawOrder } from './withdraw-order.ts'

/** How long a declaration waits for a pending charge before it needs a review, in milliseconds. */
const maxWaitMs = 24 * 3_600_000

/**
 * Carries out all open declarations, oldest first, and confirms them to their declarers. Returns how many must wait,
 * and whether any failed. Idempotent: a cancelled subscription does not change, and each mail has a key.
 */
export async function settleDeclarations(
  services: Services,
): Promise<{ waiting: number; outcome: StepOutcome }> {
  const { database, log } = services
  let waiting = 0
  const outcome = await oneByOne(
    await openDeclarations(database.db),
    async (declaration) => {
      if ((await settleDeclaration(services, declaration)).kind === 'waits') waiting += 1
    },
    (error, declaration) => {
      waiting += 1
      log.error({ err: error, declaration: declaration.id }, 'a declaration could not be carried out yet')
    },
  )
  return { waiting, outcome }
}

/** Carries a declaration out, as far as possible, and notifies those concerned. Returns the outcome. */
export async function settleDeclaration(services: Services, declaration: Declaration): Promise<AnyOutcome> {
  const { clock, database } = services
  const order = await orderNamed(database.db, declaration)
  if (order) return settleWithdrawalOfOrder(services, declaration, order)
  const number = typedContractNumber(declaration.contract)
  const accountId = (declaration.accepted_at && declaration.account_id) ?? undefined
  const contract = await findContract(database.db, { accountId, emailKey: declaration.email_key, number })
  const holderKnown = contract !== undefined && isHolderKnown(declaration, contract)
  const tried: Outcome = contract
    ? await executeDeclaration(services, declaration, contract)
    : { kind: 'operator' }
  const outcome: Outcome =
    tried.kind === 'waits' && !isPatient(declaration, clock.now()) ? { kind: 'operator' } : tried
  await writeDown(services, declaration, { contract, outcome, holderKnown })
  return outcome
}

type AnyOutcome = Outcome | OrderOutcome

function isPatient({ accepted_at, received_at }: Declaration, now: Date): boolean {
  return now.getTime() < (accepted_at ?? received_at).getTime() + maxWaitMs
}

/**
 * The same for an order of the shop: the buyer gets the credit note, the declarer a confirmation. One transaction changes
 * the order and settles the declaration, so that pieces are withdrawn once.
 */
async function settleWithdrawalOfOrder(
  services: Services,
  declaration: Declaration,
  { id }: Pick<OrderRow, 'id'>,
): Promise<OrderOutcome> {
  const now = services.clock.now()
  const { outcome, steps } = await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, id)
    const order = await findOrder(trx, id)
    // another process was faster
    if (!order || !(await lockReceived(trx, declaration.id))) return { outcome: over, steps: [] }
    const tried = await withdrawOrder(trx, services, declaration, order)
    const outcome: OrderOutcome =
      tried.outcome.kind === 'waits' && !isPatient(declaration, now) ? { kind: 'operator' } : tried.outcome
    const change = {
      told_at: declaration.told_at ?? now,
      holder_known: isBuyerKnown(declaration, order),
      ...(outcome.kind !== 'waits' && {
        outcome: outcome.kind === 'operator' ? ('operator' as const) : ('done' as const),
        settled_at: now,
      }),
      ...(outcome.kind === 'order-done' && { refunded: true }),
      ...(outcome.kind === 'operator' && { accepted_at: null, accepted_by: null }),
    }
    await storeSettled(trx, declaration.id, change)
    if (!declaration.told_at || declaration.accepted_at)
      await mailDeclarer(trx, services, declaration, { outcome, language: order.language, order })
    if (outcome.kind === 'operator' || outcome.kind === 'goods-back')
      await mailOperator(trx, services, declaration, { order: outcome.kind, orderId: order.id })
    return { outcome, steps: tried.steps }
  })
  await runPaymentSteps(services, steps)
  return outcome
}

const over: OrderOutcome = { kind: 'order-done' }

async function writeDown(
  services: Services,
  declaration: Declaration,
  { contract, outcome, holderKnown }: Settled,
): Promise<void> {
  const { clock, database, random } = services
  const now = clock.now()
  const notMe = outcome.kind === 'done' ? random.token() : undefined
  await inTransaction(database.db, async (trx) => {
    const change = {
      account_id: contract?.accountId ?? null,
      contract_ends_at: outcome.kind === 'done' ? outcome.endsAt : null,
      told_at: declaration.told_at ?? now,
      holder_known: holderKnown,
      ...(outcome.kind !== 'waits' && outcome.kind !== 'later' && { outcome: outcome.kind, settled_at: now }),
      ...(outcome.kind === 'done' && { refunded: outcome.refunded }),
      ...(notMe !== undefined && { not_me_hash: sha256(notMe) }),
      // it could not be carried out, and can be accepted again
      ...(outcome.kind === 'operator' && { accepted_at: null, accepted_by: null }),
    }
    // another process was faster
    if (!(await storeSettled(trx, declaration.id, change))) return
    await tell(trx, services, declaration, { contract, outcome, holderKnown, notMe })
  })
}

type Settled = {
  readonly contract: Contract | undefined
  readonly outcome: Outcome
  readonly holderKnown: boolean
}

/** Mails each at the first settling, and again when an accepted one is executed. */
async function tell(
  trx: Trx,
  services: MailServices,
  declaration: Declaration,
  { contract, outcome, holderKnown, notMe }: Settled & { notMe: string | undefined },
): Promise<void> {
  const first = !declaration.told_at
  const accepted = declaration.accepted_at !== null && outcome.kind === 'done'
  if (first || accepted)
    await mailDeclarer(trx, services, declaration, { outcome, language: contract?.language ?? undefined })
  // the holder sees on the page why it could not be carried out
  if (outcome.kind === 'operator' && declaration.accepted_by !== 'owner')
    await mailOperator(trx, services, declaration, { matched: contract !== undefined })
  if (contract && (first || (accepted && declaration.accepted_by === 'operator')))
    await mailOwner(trx, services, declaration, { contract, outcome, holderKnown, notMe })
}

/** Name of the job that carries declarations out: enqueued with each one, in its transaction. */
export const settleDeclarationsJob = 'declarations'

/** Registers the worker that carries declarations out, and retries waiting ones. */
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
