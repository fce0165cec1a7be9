import { m } from '#messages/generated/messages.js'

/** What a reconciliation found; the kind itself where it is a newer one. */
export function differenceText(kind: string): string {
  return differences[kind]?.() ?? kind
}

const differences: Readonly<Record<string, () => string>> = {
  'charge-unknown': m.open_charge_unknown,
  'refund-unknown': m.open_refund_unknown,
  'charge-missing': m.open_charge_missing,
  'refund-missing': m.open_refund_missing,
  'amount-differs': m.open_amount_differs,
}

/** 'Stripe'. */
export function providerName(provider: string): string {
  return provider.slice(0, 1).toUpperCase() + provider.slice(1)
}
