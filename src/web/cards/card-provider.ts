import type { SiteConfig } from '#contract/site/site.ts'

/** Who takes a card: the provider that the account uses already, else the site's first; undefined where there is none. */
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

/** What either provider's card form is given. */
export type CardFormProps = {
  readonly submitLabel: string
  /** The card is stored under this set-up intent. The sentence that it answers is shown, and the form stays open. */
  readonly onRegistered: (setupIntentId: string) => Promise<string | undefined>
}
