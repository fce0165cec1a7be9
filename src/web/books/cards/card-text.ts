import type { Subscription } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'

/** Formats a stored card: 'Visa ending in 4242, expires 09/2031'. */
export function cardText({ brand, last4, expires }: NonNullable<Subscription['card']>): string {
  const [year, month] = expires.split('-')
  const name = brand.charAt(0).toUpperCase() + brand.slice(1)
  return m.subscription_card_value({ brand: name, last4, expires: `${month}/${year}` })
}
