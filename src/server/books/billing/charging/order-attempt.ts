import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AttemptRow, countAttempts, ensureCharge, insertAttempt } from './charging.store.ts'

/** What a card is to be charged for, and which card. */
type AttemptOrder = {
  /** Who pays: an account, or the order of the shop itself. */
  readonly accountId: string
  readonly key: string
  readonly purpose: unknown
  readonly facts: unknown
  readonly grossCents: number
  readonly provider: string
  readonly mode: AttemptRow['mode']
  readonly customer: string
  readonly method: string
}

/**
 * Writes a new attempt of a charge down with exactly what is sent, and the charge where it is the first. The caller has made
 * sure that no other attempt of the charge is under way.
 */
export async function orderAttempt(
  trx: Transaction<Tables>,
  { clock, config }: Services,
  { provider, mode, customer, method, ...of }: AttemptOrder,
): Promise<{ id: string; chargeId: string }> {
  const now = clock.now()
  const charge = await ensureCharge(trx, { id: chargeIdOf(of.accountId, of.key), ...of, now })
  const number = (await countAttempts(trx, charge.id)) + 1
  const id = attemptIdOf(charge.id, number)
  await insertAttempt(trx, {
    provider,
    mode,
    number,
    now,
    real: clock.real(),
    order: {
      attemptId: id,
      accountId: of.accountId,
      chargeId: charge.id,
      customer,
      method,
      amountCents: charge.gross_cents,
      currency: 'EUR',
      description: config.productName,
      idempotencyKey: `${charge.id} ${number}`,
    },
  })
  return { id, chargeId: charge.id }
}

/** The key of the charge of an order; it is its own payer, so that no account has to be there. */
export function orderKey(orderId: string): string {
  return `order:${orderId}`
}

/** Whether an attempt is to pay an order of the shop. */
export function isOfOrder({ charge_key: key }: { readonly charge_key: string }): boolean {
  return key.startsWith('order:')
}

/**
 * The id of an account's charge for a purpose, and so of its attempts: the same for the same purpose, always. After a
 * restore from a backup this site orders again what the provider has carried out already; by the same ids and keys the
 * provider repeats its first answer, or is found to know the attempt, and nobody pays twice.
 */
export function chargeIdOf(accountId: string, key: string): string {
  return idOf(`charge ${accountId} ${key}`)
}

function attemptIdOf(charge: string, number: number): string {
  return idOf(`attempt ${charge} ${number}`)
}

/** A UUID of version 8: what its bits mean is this site's own. */
function idOf(words: string): string {
  const hash = createHash('sha256').update(words).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
