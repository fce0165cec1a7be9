import type { SiteConfig } from '#contract/site.ts'

/** The provider that takes cards on this site; undefined where there is none. */
export function offeredProvider({
  paymentProviders,
}: Pick<SiteConfig, 'paymentProviders'>): 'stripe' | 'sandbox' | undefined {
  return (['stripe', 'sandbox'] as const).find((name) => paymentProviders.includes(name))
}
