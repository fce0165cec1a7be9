import { accountCalls } from './account-calls.ts'
import { adminAccountCalls } from './admin-account-calls.ts'
import { adminCouponCalls } from './admin-coupon-calls.ts'
import { adminLinkCalls } from './admin-link-calls.ts'
import { billingCalls } from './billing-calls.ts'
import type { Call } from './call.ts'
import { codeHostCalls } from './code-host-calls.ts'
import { credentialCalls } from './credential-calls.ts'
import { declarationCalls } from './declaration-calls.ts'
import { demoCalls } from './demo-calls.ts'
import { libraryCalls } from './library-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { siteCalls } from './site-calls.ts'
import { teamCalls } from './team-calls.ts'
import { watchingCalls } from './watching-calls.ts'

/**
 * Every call that browser and server know (product.md section 7): the table of contents of the API. A screen imports
 * the table of its own feature instead, so that a visitor loads no more of them than the page needs.
 */
export const calls = {
  ...siteCalls,
  ...libraryCalls,
  ...watchingCalls,
  ...sessionCalls,
  ...accountCalls,
  ...credentialCalls,
  ...adminLinkCalls,
  ...codeHostCalls,
  ...teamCalls,
  ...billingCalls,
  ...declarationCalls,
  ...adminAccountCalls,
  ...adminCouponCalls,
  ...demoCalls,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
