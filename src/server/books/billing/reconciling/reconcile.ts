import { findRefundByRef } from '#server/books/billing/charging/refund.store.ts'
import { receiveEvent } from '#server/books/billing/events/receive-event.ts'
import { settleFoundCharge } from '#server/books/billing/events/settle-found-charge.ts'
import { settleFoundRefund } from '#server/books/billing/events/settle-found-refund.ts'
import { type Notice, type NoticeKind, noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, together } from '#server/platform/jobs/upkeep-step.ts'
import type { Movement, PaymentProvider } from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import type { Services } from '#server/platform/services/services.ts'
import { keepReport, lastReport, type Report, returnedSince, takenSince } from './reconciliation.store.ts'

/** The reconciled time, in milliseconds: longer than providers retry webhooks. */
const comparedMs = 7 * 86_400_000

type Difference = Pick<Notice, 'kind' | 'accountId' | 'attemptId'> & { ref: string; amountCents: number }

/**
 * Reconciles a provider's books of the last seven days with the ledger, in both directions. Missed events are
 * processed; payments of this site's attempts are settled; unexplained movements are stored in the report and reported
 * to the operator, once. A movement that cannot be settled blocks no other. Returns false in that case, or if the provider
 * was unavailable.
 */
export async function reconcile(services: Services, provider: PaymentProvider): Promise<boolean> {
  const { clock, log } = services
  const ranAt = clock.real()
  const since = new Date(ranAt.getTime() - comparedMs)
  const about = { provider: provider.name, since, ranAt }
  try {
    const report = await compare(services, provider, since)
    await keepReport(services.database.db, { ...about, ...report })
    if (report.outcome === 'differs')
      log.error({ ...about, ...report }, 'the books of a provider differ from ours')
    return true
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, 'the books of a provider could not be compared')
    const last = await lastReport(services.database.db, provider.name)
    const nothing = { outcome: 'unreachable', charges: 0, refunds: 0, settled: 0, differences: [] } as const
    if (last?.outcome !== 'unreachable') await keepReport(services.database.db, { ...about, ...nothing })
    return false
  }
}

async function compare(
  services: Services,
  provider: PaymentProvider,
  since: Date,
): Promise<Pick<Report, 'outcome' | 'charges' | 'refunds' | 'settled' | 'differences'>> {
  const events = await provider.eventsSince(since)
  if ('reason' in events) throw new Unavailable(events.reason)
  const about = { provider: provider.name }
  const received = await oneByOne(
    events,
    (event) => receiveEvent(services, provider.name, event),
    (error) => services.log.error({ ...about, err: error }, 'a message of a provider could not be taken in'),
  )
  const found = await provider.movementsSince(since)
  if ('reason' in found) throw new Unavailable(found.reason)
  // a refund can only be matched once its charge is known
  const movements = found.toSorted(
    (one, other) => Number(one.kind === 'refund') - Number(other.kind === 'refund'),
  )
  const differences: Difference[] = []
  let settled = 0
  const settling = await oneByOne(
    movements,
    async (movement) => {
      const { kind, ref, amountCents, attemptId } = movement
      const outcome = await settleMovement(services, provider, movement)
      if (outcome === 'settled') settled += 1
      else if (outcome === 'unknown')
        differences.push({ kind: `${kind}-unknown`, ref, amountCents, attemptId })
    },
    (error, { ref }) => services.log.error({ ...about, ref, err: error }, 'a movement could not be settled'),
  )
  differences.push(...(await missingAtProvider(services, provider, { since, movements })))
  await tell(services, provider, differences)
  if (together(received, settling) === 'failed') throw new Error('not all of its books could be settled')
  const charges = movements.filter(({ kind }) => kind === 'charge').length
  return {
    outcome: differences.length > 0 ? 'differs' : 'agrees',
    charges,
    refunds: movements.length - charges,
    settled,
    differences: differences.map(({ kind, ref, amountCents }) => ({ kind, ref, amountCents })),
  }
}

async function settleMovement(
  services: Services,
  provider: PaymentProvider,
  { kind, ref, attemptId }: Movement,
): Promise<'settled' | 'as-known' | 'unknown'> {
  if (kind === 'charge') return settleFoundCharge(services, provider, { ref, attemptId })
  const own = await findRefundByRef(services.database.db, provider.name, ref)
  if (own?.state === 'succeeded') return 'as-known'
  const found = await provider.findRefund(ref)
  if (found === 'none') return 'unknown'
  if (found.kind === 'unknown') throw new Unavailable(found.reason)
  return settleFoundRefund(services, provider, found)
}

async function tell(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { name: provider }: PaymentProvider,
  differences: readonly Difference[],
): Promise<void> {
  await inTransaction(services.database.db, async (trx) => {
    for (const difference of differences) {
      const effectKey = `${difference.kind} ${provider} ${difference.ref}`
      await noteForOperator(trx, services, { ...difference, provider, effectKey })
    }
  })
}

type Missing = { kind: NoticeKind; ref: string; amountCents: number; accountId: string; attemptId?: string }

/** Charges sent just after the beginning may be booked just before it. */
const marginMs = 3_600_000

/**
 * Returns charges that are in the ledger but not at the provider, or there with another amount. Each is looked up
 * before it is reported, because the provider's list may be slightly older.
 */
async function missingAtProvider(
  { database: { db } }: Pick<Services, 'database'>,
  provider: PaymentProvider,
  { since, movements }: { since: Date; movements: readonly Movement[] },
): Promise<readonly Missing[]> {
  const from = new Date(since.getTime() + marginMs)
  const listed = new Map(movements.map(({ kind, ref, amountCents }) => [`${kind} ${ref}`, amountCents]))
  const missing: Missing[] = []
  for (const { id, ref, amountCents, accountId, customer, sentAt } of await takenSince(db, provider, from)) {
    const of = { ref: ref ?? id, amountCents, accountId, attemptId: id }
    const there = listed.get(`charge ${ref}`)
    if (there !== undefined && there !== amountCents) missing.push({ ...of, kind: 'amount-differs' })
    if (there !== undefined) continue
    const found = await provider.findCharge({ attemptId: id, ref: ref ?? undefined, customer, since: sentAt })
    if (found !== 'none' && (found.kind === 'succeeded' || found.kind === 'unknown')) continue
    missing.push({ ...of, kind: 'charge-missing' })
  }
  for (const { id, ref, amountCents, accountId } of await returnedSince(db, provider, from)) {
    const of = { ref: ref ?? id, amountCents, accountId }
    const there = listed.get(`refund ${ref}`)
    if (there !== undefined && there !== amountCents) missing.push({ ...of, kind: 'amount-differs' })
    // an amount reversed by a dispute is no refund of the provider
    if (there !== undefined || ref === null) continue
    const found = await provider.findRefund(ref)
    if (found !== 'none' && found.kind !== 'failed') continue
    if (found === 'none' && (await provider.findDispute(ref)) !== 'none') continue
    missing.push({ ...of, kind: 'refund-missing' })
  }
  return missing
}
