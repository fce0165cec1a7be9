import type { SiteConfig } from '#contract/site/site.ts'
import type { CallProblem } from '#web/platform/site/api.ts'
import { type CallState, Refusal } from '#web/platform/site/use-call.ts'

/** Returns the provider for a new card: the account's, otherwise the site's first. Undefined without one. */
export function cardProvider(
  { paymentProviders }: Pick<SiteConfig, 'paymentProviders'>,
  used: string | undefined,
): 'sandbox' | 'stripe' | undefined {
  const known = paymentProviders.filter((name) => name === 'sandbox' || name === 'stripe')
  return known.find((name) => name === used) ?? known[0]
}

/** Props of each provider's confirmation. */
export type ConfirmationProps = {
  readonly clientSecret: string
  /** The provider's id of the card to charge. */
  readonly paymentMethod: string | undefined
  /** Called with the bank's result: undefined, or the message of a failure. */
  readonly onAnswered: (refusal: string | undefined) => Promise<void>
}

/** The client secret for a card form, or the reason for its absence. */
export type CardSecret = { readonly body: { readonly clientSecret: string } } | CallProblem

/** Props of each provider's card form. */
export type CardFormProps = {
  /** Requests the client secret. Default: for the signed-in account's card. */
  readonly begin?: () => Promise<CardSecret>
  readonly submitLabel: string
  /**
   * Called once the card is stored with this setup intent. A message that it returns is shown, and the form stays open.
   */
  readonly onRegistered: (setupIntentId: string) => Promise<string | undefined>
}

/** The id of a stored card's setup intent, or why it was not stored. */
export type Registered = string | CallProblem | Refusal

/** State of storing a card. */
export type CardRegistration = CallState<() => Promise<Registered>, string>

/** Runs the card's use after it was stored, as `onDone` of `useCall`; busy until that is done too. */
export function afterwards(onRegistered: CardFormProps['onRegistered']) {
  return async (setupIntentId: string): Promise<Refusal | undefined> => {
    const refused = await onRegistered(setupIntentId)
    return refused === undefined ? undefined : new Refusal(refused)
  }
}
