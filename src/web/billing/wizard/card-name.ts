import type { Subscription } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { cardText } from '#web/cards/card-text.ts'
import type { Draft } from './draft.ts'

/** The card that the order is charged to: one that was just stored has no name here yet. */
export function cardName({ setupIntent }: Pick<Draft, 'setupIntent'>, card: Subscription['card']): string {
  if (setupIntent !== undefined || !card) return m.wizard_card_stored()
  return cardText(card)
}
