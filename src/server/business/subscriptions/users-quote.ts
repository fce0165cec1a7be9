import { dueCents } from '#domain/billing/charging.ts'
import type { BillingContext } from '#domain/billing/decision.ts'
import type { SetUsersEvent, UsersQuote } from '#domain/billing/seats.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import { isSignature, type Secrets, signature } from '#server/platform/runtime/derived-key.ts'

type Agreed = NonNullable<SetUsersEvent['quote']>

/**
 * Returns a quote as a signed token: for the account, its subscription's version, the number of licences, the amounts
 * and ten minutes. Nothing is stored.
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
 * Returns the quote of a token; undefined for a forged one, another account's, or one whose amounts differ from those
 * charged now, with today's tax and credit. The domain judges its age and version.
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
