import type { Selectable } from 'kysely'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Selectable<Tables['subscription']>

/**
 * A subscription as the domain decides about it. One that began without money (trial, coupon) has only its columns;
 * an account without a row never had one.
 */
export function stateOf(row: Row | undefined, consumer: boolean): SubscriptionState {
  if (!row) return noSubscription(consumer)
  if (row.state !== null)
    return { ...(revived(row.state) as SubscriptionState), consumer, version: row.version }
  const { interval_value: value, interval_unit: unit } = row
  return {
    ...noSubscription(consumer),
    status: row.status,
    until: row.until,
    licenseCount: row.license_count,
    includedLicenses: row.included_licenses,
    includedUntil: row.included_licenses > 0 ? row.until : null,
    coupon: row.coupon_code,
    interval: value !== null && unit !== null ? { value, unit } : null,
    creditCents: row.credit_cents,
    version: row.version,
  }
}

/** The state that was written down; undefined where nothing was decided yet. */
export function revivedState(
  row: { readonly state: unknown; readonly version: number },
  consumer: boolean,
): SubscriptionState | undefined {
  if (row.state === null) return undefined
  return { ...(revived(row.state) as SubscriptionState), consumer, version: row.version }
}

/** JSON writes instants as text. */
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
  'firstDeclinedAt',
  'lastDeclinedAt',
])
