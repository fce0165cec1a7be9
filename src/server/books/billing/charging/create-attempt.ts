import { createHash } from 'node:crypto'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AttemptRow, countAttempts, ensureCharge, insertAttempt } from './charging.store.ts'

/** A charge, and the card to charge. */
type NewAttempt = {
  /** The payer: an account, or an order of the shop. */
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
 * Stores a new attempt of a charge exactly as it will be sent, creating the charge if needed. The caller has checked
 * that no other attempt of the charge is pending.
 */
export async function createAttempt(
  trx: Trx,
  { clock, config }: Pick<Services, 'config' | 'clock'>,
  { provider, mode, customer, method, ...of }: NewAttempt,
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

/** Returns the key of the charge of a shop order. The order is its own payer, because it need not have an account. */
export function chargeKeyOfOrder(orderId: string): string {
  return `order:${orderId}`
}

/** Returns whether an attempt pays an order of the shop. */
export function isOfOrder({ charge_key: key }: { readonly charge_key: string }): boolean {
  return key.startsWith('order:')
}

/**
 * Returns the id of an account's charge for a purpose, which also determines those of its attempts: always the same for
 * the same purpose. After a restore from a backup this site repeats orders that the provider has carried out already;
 * by the same ids and keys the provider repeats its first answer, or is found to have the attempt, and no one pays
 * twice.
 */
export function chargeIdOf(accountId: string, key: string): string {
  return idOf(`charge ${accountId} ${key}`)
}

function attemptIdOf(charge: string, number: number): string {
  return idOf(`attempt ${charge} ${number}`)
}

/** Derives a UUID of version 8, whose bits are application-defined. */
function idOf(words: string): string {
  const hash = createHash('sha256').update(words).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
