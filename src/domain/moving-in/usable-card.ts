import { emailKey } from '#domain/accounts/contact.ts'
import type { CardFault } from './card-terms.ts'

type Card = {
  readonly method: string
  /** `2029-08` */
  readonly expires: string
}

/** A customer at Stripe with the stored cards. */
export type Payer<Kind extends Card> = {
  readonly email: string | undefined
  readonly cards: readonly Kind[]
  /** The card that invoices are paid with there. */
  readonly usual: string | undefined
}

/**
 * Returns the card that a customer is charged with: the usual one, or else the only one, which has not expired. Another
 * address than that of the row, no card, or several without a usual one is an error.
 * @param month today, `2026-11`
 */
export function usableCard<Kind extends Card>(
  payer: Payer<Kind> | undefined,
  { email, month }: { readonly email: string; readonly month: string },
): Kind | CardFault {
  if (!payer) return 'customer-unknown'
  if (payer.email === undefined || emailKey(payer.email) !== emailKey(email)) return 'customer-other-email'
  const usable = payer.cards.filter(({ expires }) => expires >= month)
  const usual = usable.find(({ method }) => method === payer.usual)
  return usual ?? (usable.length === 1 ? usable[0] : undefined) ?? 'customer-no-card'
}
