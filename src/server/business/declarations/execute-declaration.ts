import type { ProblemCode } from '#contract/problems.ts'
import { typedContractNumber } from '#domain/accounts/contract-number.ts'
import { isSameName } from '#domain/accounts/declaration.ts'
import { startOfDay } from '#domain/billing/billing-period.ts'
import { isInFlight } from '#domain/billing/charge-machine.ts'
import {
  type Applied,
  applyBillingEvent,
  storeEvent,
  withSubscription,
} from '#server/business/subscriptions/apply-billing-event.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Contract, Declaration } from './declaration.store.ts'
import { earlierPayments } from './earlier-payments.store.ts'

/** `waits`: a charge is pending. `later`: the requested day is after the paid period. `operator`: it needs a review. */
export type Outcome =
  | { readonly kind: 'done'; readonly endsAt: Date; readonly refunded: boolean }
  | { readonly kind: 'waits' }
  | { readonly kind: 'later' }
  /** `problem`: why an accepted one could not be carried out. */
  | { readonly kind: 'operator'; readonly problem?: ProblemCode }

/**
 * Ends a contract as declared. An accepted declaration takes effect as of its receipt. Executes automatically only what
 * the law grants everyone: an ordinary cancellation for the next possible day, and a withdrawal, by a declarer who
 * named the holder or the contract number. Others wait for the owner, who is notified, or the operator.
 */
export async function executeDeclaration(
  services: Services,
  declaration: Declaration,
  contract: Contract,
): Promise<Outcome> {
  if (declaration.accepted_at) return carryOut(services, declaration, contract.accountId)
  // a subscription has no parts: the operator reads what is meant
  if (!isHolderKnown(declaration, contract) || declaration.part !== null) return { kind: 'operator' }
  if (declaration.kind === 'withdrawal') return withdraw(services, declaration, contract.accountId)
  return declaration.cancellation === 'ordinary'
    ? cancel(services, declaration, contract.accountId)
    : { kind: 'operator' }
}

/** Returns whether the declarer knows more than an address, which is no proof. */
export function isHolderKnown(declaration: Declaration, { names, number }: Contract): boolean {
  return (
    typedContractNumber(declaration.contract) === number ||
    names.some((name) => isSameName(name, declaration.name))
  )
}

async function cancel(
  services: Services,
  { ends_on: endsOn, received_at: receivedAt }: Declaration,
  accountId: string,
): Promise<Outcome> {
  const wanted = endsOn === null ? receivedAt : startOfDay(endsOn, services.config.seller.zone)
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const { status, until, openCharge } = subscription.state
    // it may be about to begin
    const begins = (status === 'none' || status === 'cancelled') && openCharge && isInFlight(openCharge.state)
    if (begins) return new Problem('charge-in-flight')
    // it would end before the requested day: a further renewal needs a decision
    const tooEarly = status === 'active' && until !== null && wanted.getTime() > until.getTime()
    if (tooEarly) return new Problem('not-cancellable')
    return storeEvent(trx, services, subscription, { type: 'cancel' })
  })
  if (done instanceof Problem) return refusedBy(done)
  return doneBy(done, done?.decision.next.until ?? receivedAt)
}

async function withdraw(
  services: Services,
  { received_at: receivedAt }: Declaration,
  accountId: string,
): Promise<Outcome> {
  const done = await applyBillingEvent(services, accountId, { type: 'withdraw' })
  return done instanceof Problem ? refusedBy(done) : doneBy(done, receivedAt)
}

/**
 * Carries out a declaration accepted by owner or operator, as of its receipt, however late. Renewals continue until the
 * requested day, if any: it is carried out in the period that contains this day.
 */
async function carryOut(
  services: Services,
  { kind, cancellation, received_at: declaredAt, ends_on: endsOn }: Declaration,
  accountId: string,
): Promise<Outcome> {
  const declared = kind === 'withdrawal' ? kind : (cancellation ?? 'ordinary')
  const wanted = endsOn === null ? declaredAt : startOfDay(endsOn, services.config.seller.zone)
  let later = false
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const { status, until } = subscription.state
    later = endsOn !== null && status === 'active' && until !== null && wanted.getTime() > until.getTime()
    if (later) return undefined
    const earlier = await earlierPayments(trx, accountId, subscription.state)
    return storeEvent(trx, services, subscription, {
      type: 'declaration-accepted',
      declared,
      declaredAt,
      notBefore: wanted,
      earlier,
    })
  })
  if (later) return { kind: 'later' }
  if (done instanceof Problem) return refusedBy(done)
  const until = done?.decision.next.until
  return doneBy(done, kind === 'withdrawal' || !until ? declaredAt : until)
}

function doneBy(done: Applied | undefined, endsAt: Date): Outcome {
  return { kind: 'done', endsAt, refunded: (done?.decision.refunds ?? []).length > 0 }
}

function refusedBy({ code }: Problem): Outcome {
  return code === 'charge-in-flight' ? { kind: 'waits' } : { kind: 'operator', problem: code }
}
