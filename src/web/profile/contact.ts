import type { Account } from '#contract/accounts/accounts.ts'

/** An address at which a user can be reached and, confirmed, signs in. */
export type Contact = Account['contacts'][number]
