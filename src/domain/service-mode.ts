/**
 * What the service shows and sells. `open`: sells. `paused`: sells and registers nothing for a while. `sunset`: announces
 * its closing and sells nothing. `closed` is not a setting: `close-service` has taken effect, and nothing is renewed. The
 * mode is compared only in the functions below.
 */
export type ServiceMode = SetServiceMode | 'closed'

/** The values of SERVICE_MODE. */
export type SetServiceMode = 'open' | 'paused' | 'sunset'

/** Whether subscriptions, trials, seats, coupons, grants and products are sold or given away. */
export function sells(mode: ServiceMode): boolean {
  return mode === 'open'
}

/** Whether new accounts are accepted; with a paid voucher they are in every mode. */
export function registers(mode: ServiceMode): boolean {
  return mode !== 'paused'
}

/** Whether the site announces that sales are paused. */
export function saysPaused(mode: ServiceMode): boolean {
  return mode === 'paused'
}

/** Whether the site announces that the service is closing (product.md section 1). */
export function saysClosing(mode: ServiceMode): boolean {
  return mode === 'sunset' || mode === 'closed'
}

/** Whether `close-service` has ended the contracts: nothing is renewed, and planned subscriptions do not begin. */
export function isClosed(mode: ServiceMode): boolean {
  return mode === 'closed'
}

/** Returns why nothing is sold: a code of `contract/problems.ts`; undefined if the service sells. */
export function whyNotSold(mode: ServiceMode): 'paused' | 'sunset' | undefined {
  if (sells(mode)) return undefined
  return saysPaused(mode) ? 'paused' : 'sunset'
}
