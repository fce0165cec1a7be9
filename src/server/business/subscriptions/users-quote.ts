import { dueCents } from '#domain/billing/charging.ts'
import type { BillingContext } from '#domain/billing/decision.ts'
import type { SetUsersEvent, UsersQuote } from '#domain/billing/seats.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import { isSignature, type Secrets, signature } from '#server/platform/runtime/derived-key.ts'

type Agreed = NonNullable<SetUsersEvent['quote']>

/**
 * What was shown, as a token that only this site can have written: for the account, its subscription's version, the number
 * of licences, the amounts and the ten minutes. Nothing is stored, so asking for a price leaves no trace.
 */
export function quoteToken(secrets: Secrets, accountId: string, quote: UsersQuote): string {
  const facts = [
    quote.version,
    quote.users,
    quote.netCents,
    quote.dueNowCents,
    quote.expiresAt.getTime(),
  ].join('.')
  return `${facts}.${signature(secrets, purpose, `${accountId} ${facts}`)}`
}

/**
 * What was agreed to by that token; undefined for one that was made up, is another account's, or stands for another sum
 * than would be charged now, with the tax and the credit of today. Its age and version are the domain's to judge.
 */
export function agreedBy(
  { secrets, accountId }: { readonly secrets: Secrets; readonly accountId: string },
  token: string,
  state: SubscriptionState,
  context: BillingContext,
): Agreed | undefined {
  const end = token.lastIndexOf('.')
  const facts = token.slice(0, end)
  if (!isSignature(secrets, purpose, `${accountId} ${facts}`, token.slice(end + 1))) return undefined
  const [version = 0, users = 0, netCents = 0, grossCents = 0, expiresAt = 0] = facts.split('.').map(Number)
  const invoiceCents = amountOf(netCents, context.vatBasisPoints).grossCents
  const due = netCents > 0 ? dueCents(state, invoiceCents) : 0
  if (due !== grossCents) return undefined
  return { version, users, netCents, expiresAt: new Date(expiresAt) }
}

const purpose = 'users quote'
