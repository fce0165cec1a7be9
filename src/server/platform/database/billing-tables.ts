import type { ColumnType, Generated } from 'kysely'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import type { Amount } from '#domain/money.ts'
import type { LevelStep, SubscriptionLevel } from '#domain/reports/subscription-level.ts'

/** Tables of cards, charges, refunds, the ledger and invoices, and of the sandbox. */
export type BillingTables = {
  payment_customer: {
    account_id: string
    provider: string
    mode: StoredMode
    ref: string
    created_at: Date
    imported: Generated<boolean>
  }
  payment_method: PaymentMethodTable
  price_quote: PriceQuoteTable
  charge: ChargeTable
  charge_attempt: ChargeAttemptTable
  refund: RefundTable
  ledger_entry: LedgerEntryTable
  subscription_level: SubscriptionLevelTable
  payment_event: PaymentEventTable
  payment_notice: PaymentNoticeTable
  reconciliation: ReconciliationTable
  credit_to_correct: { invoice_id: string; net_cents: number; vat_cents: number }
  invoice_series: { name: string; last_number: number }
  invoice: InvoiceTable
  invoice_file: InvoiceFileTable
  sandbox_customer: { ref: string; account_id: string }
  sandbox_setup: SandboxSetupTable
  sandbox_method: SandboxMethodTable
  sandbox_charge: SandboxChargeTable
  sandbox_refund: SandboxRefundTable
  sandbox_dispute: SandboxDisputeTable
  sandbox_event: SandboxEventTable
}

/** A jsonb column: read as a value, written as text (`JSON.stringify`). */
export type Json<Value> = ColumnType<Value, string, string>

/** Mode of the keys with which it was stored at the provider; `unknown`: stored before the mode was recorded. */
type StoredMode = 'test' | 'live' | 'unknown'

type PaymentMethodTable = {
  provider: string
  mode: StoredMode
  ref: string
  account_id: string
  brand: string
  last4: string
  expires: string
  created_at: Date
  detach_at: Date | null
  detached_at: Date | null
}

type PriceQuoteTable = {
  id: string
  account_id: string
  subscription_version: number
  users: number
  net_cents: number
  gross_cents: number
  expires_at: Date
}

/** `failed`: permanently refused by the provider. */
type StoredChargeState =
  | 'submitted'
  | 'succeeded'
  | 'declined'
  | 'failed'
  | 'needs-action'
  | 'processing'
  | 'unknown'
  | 'abandoned'

type ChargeTable = {
  id: string
  account_id: string
  key: string
  purpose: Json<unknown>
  facts: Json<unknown>
  state: StoredChargeState
  /** The amount taken from the card. */
  gross_cents: number
  refunded_cents: Generated<number>
  created_at: Date
  settled_at: Date | null
}

type ChargeAttemptTable = {
  id: string
  charge_id: string
  number: number
  idempotency_key: string
  provider: string
  mode: StoredMode
  params: Json<unknown>
  state: StoredChargeState
  provider_ref: string | null
  client_secret: string | null
  decline_code: string | null
  decline_message: string | null
  void_at: Date | null
  created_at: Date
  first_sent_at: Date
  last_sent_at: Date
  settled_at: Date | null
}

type RefundTable = {
  id: string
  charge_id: string
  attempt_id: string
  reason: string
  net_cents: number
  vat_cents: number
  gross_cents: number
  taxes: ColumnType<readonly Amount[] | null, string | null | undefined, never>
  articles: ColumnType<readonly InvoiceLine[] | null, string | null | undefined, never>
  state: 'submitted' | 'succeeded' | 'failed' | 'unknown'
  provider_ref: string | null
  idempotency_key: string
  created_at: Date
  last_sent_at: Date
  settled_at: Date | null
}

type LedgerEntryTable = {
  id: Generated<number>
  account_id: string
  kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  amount_cents: number
  charge_id: string | null
  document: string | null
  effect_key: string
  booked_at: Date
}

type SubscriptionLevelTable = {
  id: Generated<number>
  /** A random one after the account is deleted. */
  account_id: string
  at: Date
  step: LevelStep | 'start'
  phase: SubscriptionLevel['phase']
  phase_before: SubscriptionLevel['phase']
  monthly_cents: number
  monthly_change: number
  paid_seats: number
  seats_change: number
  free_seats: number
}

type PaymentEventTable = {
  id: string
  provider: string
  type: string
  about: Json<unknown>
  received_at: Date
  attempts: Generated<number>
  next_attempt_at: Date
  processed_at: Date | null
  last_error: string | null
}

type PaymentNoticeTable = {
  id: Generated<number>
  kind: string
  account_id: string | null
  provider: string | null
  ref: string | null
  attempt_id: string | null
  amount_cents: number | null
  effect_key: string
  noted_at: Date
  reason: string | null
  mailed_at: Date | null
  due_at: Generated<Date | null>
}

type ReconciliationTable = {
  id: Generated<number>
  provider: string
  since: Date
  ran_at: Date
  outcome: 'agrees' | 'differs' | 'unreachable'
  charges: number
  refunds: number
  settled: number
  differences: Json<unknown>
}

type InvoiceTable = {
  id: string
  number: string
  kind: 'invoice' | 'credit-note'
  account_id: string
  charge_id: string | null
  corrects: string | null
  issued_on: string
  net_cents: number
  vat_cents: number
  gross_cents: number
  facts: Json<unknown>
  effect_key: string
  created_at: Date
}

type InvoiceFileTable = {
  invoice_id: string
  format: 'pdf' | 'xml'
  bytes: Buffer
  sha256: Buffer
  created_at: Date
}

type SandboxSetupTable = {
  ref: string
  customer: string
  client_secret: string
  idempotency_key: string
  state: 'open' | 'requires-action' | 'succeeded' | 'declined'
  method: string | null
  message: string | null
}

type SandboxMethodTable = {
  ref: string
  customer: string
  number: string
  expires: string
  detached: Generated<boolean>
}

type SandboxChargeTable = {
  ref: string
  customer: string
  method: string
  attempt_id: string
  amount_cents: number
  state: 'succeeded' | 'declined' | 'needs-action' | 'cancelled'
  code: string | null
  client_secret: string
  idempotency_key: string
  order_hash: Buffer
  created_at: Date
}

type SandboxDisputeTable = {
  ref: string
  charge_ref: string
  amount_cents: number
  state: 'open' | 'won' | 'lost'
  created_at: Date
}

type SandboxRefundTable = {
  ref: string
  charge_ref: string
  refund_id: string | null
  amount_cents: number
  idempotency_key: string
  created_at: Date
}

type SandboxEventTable = {
  position: Generated<number>
  ref: string
  type: string
  about: Json<unknown>
  created_at: Date
}
