import { pages } from '#contract/pages.ts'

/** Paths (as in `pages`) of the pages that hold a card form, or ask a bank: they admit the provider's script, no others do. */
export const cardPages: ReadonlySet<string> = new Set([
  pages.subscriptionCard.path,
  pages.subscriptionPayment.path,
  pages.subscribe.path,
])
