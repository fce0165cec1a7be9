import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'

type Stored = { readonly state: unknown; readonly version: number }

/** Converts a stored subscription to the domain's state; an account without a row never had one. */
export function stateOf(row: Stored | undefined, consumer: boolean): SubscriptionState {
  if (!row) return noSubscription(consumer)
  const state = revived(row.state) as SubscriptionState
  // rows of older versions lack these fields
  const { replacedPayments = [], pausedFrom = null, pausedUntil = null } = state
  return { ...state, replacedPayments, pausedFrom, pausedUntil, consumer, version: row.version }
}

/** Parses timestamps, which are text in JSON. */
function revived(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return instants.has(key) ? new Date(value) : value
  if (Array.isArray(value)) return value.map((item) => revived(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revived(inner, name)]))
}

const instants: ReadonlySet<string> = new Set([
  'until',
  'from',
  'at',
  'includedUntil',
  'periodStart',
  'contractAt',
  'pausedFrom',
  'pausedUntil',
  'firstDeclinedAt',
  'lastDeclinedAt',
  'mailedAt',
  'acceptedAt',
])
