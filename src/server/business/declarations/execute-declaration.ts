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

/** `waits`: a charge is on its way. `later`: the day that they named is beyond what is paid. `operator`: somebody has to look at it. */
export type Outcome =
  | { readonly kind: 'done'; readonly endsAt: Date; readonly refunded: boolean }
  | { readonly kind: 'waits' }
  | { readonly kind: 'later' }
  /** `problem`: why it could not be carried out, where it was to be. */
  | { readonly kind: 'operator'; readonly problem?: ProblemCode }

/**
 * Ends a contract as it was declared. One that somebody accepted counts from its receipt. By itself only what the law gives everybody: an ordinary cancellation for the next
 * possible day, and a withdrawal, from somebody who said the holder's name or the contract number. Whatever else is for
 * a person to look at: its owner, who is told, or the operator.
 */
export async function executeDeclaration(
  services: Services,
  declaration: Declaration,
  contract: Contract,
): Promise<Outcome> {
  if (declaration.accepted_at) return carryOut(services, declaration, contract.accountId)
  if (!isHolderKnown(declaration, contract)) return { kind: 'operator' }
  if (declaration.kind === 'withdrawal') return withdraw(services, declaration, contract.accountId)
  return declaration.cancellation === 'ordinary'
    ? cancel(services, declaration, contract.accountId)
    : { kind: 'operator' }
}

/** Whether whoever declared it knows more than an address: everybody may know that. */
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
    // it may be just about to begin
    const begins = (status === 'none' || status === 'cancelled') && openCharge && isInFlight(openCharge.state)
    if (begins) return new Problem('charge-in-flight')
    // it would end before the day that they want: a renewal more is not ours to decide
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
 * What the owner or the operator accepted, counted from its receipt however late that is. Renewals go on until the day that
 * was named, if one was: it is carried out in the period in which that day lies.
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
