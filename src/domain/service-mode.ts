/**
 * What the service shows and sells. `open` sells. `paused` sells and registers nothing for a while. `sunset` says that the
 * service is closing, and sells nothing. `closed` is no setting: `close-service` has taken effect, and nothing is renewed.
 * Every question about the mode is one of the functions below: nothing else compares it.
 */
export type ServiceMode = SetServiceMode | 'closed'

/** What SERVICE_MODE can be set to. */
export type SetServiceMode = 'open' | 'paused' | 'sunset'

/** Whether subscriptions, trials, seats, coupons, grants and products are sold or given. */
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

/** Whether new accounts are taken; with a paid voucher they are in every mode. */
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

/** Whether visitors are told that nothing is sold for a while. */
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

/** Whether visitors are told that the service is closing (product.md section 1). */
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

/** Whether contracts have been ended by `close-service`: nothing is renewed, and what was chosen to follow does not begin. */
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

/** Why something is not sold: code of `contract/problems.ts`; undefined where the service sells. */
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
