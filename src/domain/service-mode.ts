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
  switch (mode) {
    case 'open':
      return true
    case 'paused':
    case 'sunset':
    case 'closed':
      return false
  }
}

/** Whether new accounts are accepted; with a paid voucher they are in every mode. */
export function registers(mode: ServiceMode): boolean {
  switch (mode) {
    case 'open':
    case 'sunset':
    case 'closed':
      return true
    case 'paused':
      return false
  }
}

/** Whether the site announces that sales are paused. */
export function saysPaused(mode: ServiceMode): boolean {
  switch (mode) {
    case 'paused':
      return true
    case 'open':
    case 'sunset':
    case 'closed':
      return false
  }
}

/** Whether the site announces that the service is closing (product.md section 1). */
export function saysClosing(mode: ServiceMode): boolean {
  switch (mode) {
    case 'sunset':
    case 'closed':
      return true
    case 'open':
    case 'paused':
      return false
  }
}

/** Whether `close-service` has ended the contracts: nothing is renewed, and planned subscriptions do not begin. */
export function isClosed(mode: ServiceMode): boolean {
  switch (mode) {
    case 'closed':
      return true
    case 'open':
    case 'paused':
    case 'sunset':
      return false
  }
}

/** Returns why nothing is sold: a code of `contract/problems.ts`; undefined if the service sells. */
export function whyNotSold(mode: ServiceMode): 'paused' | 'sunset' | undefined {
  switch (mode) {
    case 'open':
      return undefined
    case 'paused':
      return 'paused'
    case 'sunset':
    case 'closed':
      return 'sunset'
  }
}
