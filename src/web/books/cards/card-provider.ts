import type { SiteConfig } from '#contract/site/site.ts'
import type { CallProblem } from '#web/platform/site/api.ts'
import { type CallState, Refusal } from '#web/platform/site/use-call.ts'

/** Returns the provider for a new card: the account's, otherwise the site's first; undefined without one. */
export function cardProvider(
  { paymentProviders }: Pick<SiteConfig, 'paymentProviders'>,
  used: string | undefined,
): 'sandbox' | 'stripe' | undefined {
  const known = paymentProviders.filter((name) => name === 'sandbox' || name === 'stripe')
  return known.find((name) => name === used) ?? known[0]
}

/** What either provider is given to have its bank's question answered. */
export type ConfirmationProps = {
  readonly clientSecret: string
  /** The card that the charge is tried with, by the provider's name for it. */
  readonly paymentMethod: string | undefined
  /** The bank has its answer: undefined, or the sentence of why nothing came of it. */
  readonly onAnswered: (refusal: string | undefined) => Promise<void>
}

/** The secret for a card form, or the reason for its absence. */
export type CardSecret = { readonly body: { readonly clientSecret: string } } | CallProblem

/** What either provider's card form is given. */
export type CardFormProps = {
  /** Begins the storing: the secret for the form. Absent: of the signed-in account's card. */
  readonly begin?: () => Promise<CardSecret>
  readonly submitLabel: string
  /** The card is stored under this set-up intent. The sentence that it answers is shown, and the form stays open. */
  readonly onRegistered: (setupIntentId: string) => Promise<string | undefined>
}

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
