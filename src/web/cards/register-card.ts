import type { CallProblem } from '#web/site/api.ts'
import { type CallState, Refusal } from '#web/site/use-call.ts'
import type { CardFormProps } from './card-provider.ts'

/** What became of a card: the id of its set-up intent, or why it was not stored. */
export type Registered = string | CallProblem | Refusal

/** The storing of a card by what the provider's form does. */
export type CardRegistration = CallState<() => Promise<Registered>, string>

/** What the card is for follows the storing, as `onDone` of `useCall`; busy until that is done as well. */
export function afterwards(onRegistered: CardFormProps['onRegistered']) {
  return async (setupIntentId: string): Promise<Refusal | undefined> => {
    const refused = await onRegistered(setupIntentId)
    return refused === undefined ? undefined : new Refusal(refused)
  }
}
