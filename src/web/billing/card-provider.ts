import type { SiteConfig } from '#contract/site/site.ts'

/** Who takes a card: the provider that the account uses already, else the site's first; undefined where there is none. */
export function cardProvider(
  { paymentProviders }: Pick<SiteConfig, 'paymentProviders'>,
  used: string | undefined,
): 'sandbox' | 'stripe' | undefined {
  const known = paymentProviders.filter((name) => name === 'sandbox' || name === 'stripe')
  return known.find((name) => name === used) ?? known[0]
}
