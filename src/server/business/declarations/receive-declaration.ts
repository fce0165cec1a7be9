import type { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import { checkDeclaration } from '#domain/accounts/declaration.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertDeclaration } from './declaration.store.ts'
import { settleDeclarationsJob } from './settle-declarations.ts'

type Context = Pick<
  CallContext<typeof declarationCalls.declareCancellation>,
  'visitor' | 'request' | 'remember'
>

type Declared = {
  readonly kind: 'cancellation' | 'withdrawal'
  readonly name: string
  readonly email: string
  readonly contract?: string | undefined
  readonly cancellation?: 'ordinary' | 'extraordinary'
  readonly reason?: string | undefined
  readonly endsOn?: string | undefined
  readonly pieces?: readonly number[] | undefined
  readonly part?: string | undefined
}

/**
 * Receives a declaration. It takes effect from now: it is only stored here, and a job carries it out. So all requests get
 * the same reply in the same time, and contracts cannot be enumerated. 422 by field; 429 by network.
 */
export async function receiveDeclaration(
  services: Services,
  { visitor, request, remember }: Context,
  declared: Declared,
): Promise<CallAnswer<typeof declarationCalls.declareCancellation>> {
  const { clock, database, queue, random } = services
  const now = clock.now()
  const { kind: _, cancellation, ...form } = declared
  const faults = Object.entries(
    checkDeclaration(
      { ...form, ...(cancellation && { kind: cancellation }) },
      localDate(now, services.config.seller.zone),
    ),
  )
  if (faults.length > 0) {
    const fields = Object.fromEntries(faults.map(([field, fault]) => [field, fieldMessageKey(fault)]))
    return new Problem('invalid', { fields })
  }
  const wait = await services.limits.declarations.consume(visitor.network)
  if (wait) return wait
  const answer = { status: 200, body: { receivedAt: now.toISOString() } } as const
  await inTransaction(database.db, async (trx) => {
    await insertDeclaration(trx, {
      ...declared,
      id: random.id(),
      receivedAt: now,
      language: request.language,
    })
    await queue.enqueue(trx, settleDeclarationsJob, {})
    await remember(trx, answer)
  })
  return answer
}
