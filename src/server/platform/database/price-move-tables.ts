import type { MoveOutcome } from '#domain/billing/new-price/price-move.ts'
import type { PricingPlan } from '#domain/pricing.ts'
import type { Json } from './billing-tables.ts'

/** Tables of new prices that were announced to customers, and of their answers. */
export type PriceMoveTables = {
  price_move: PriceMoveTable
  price_move_account: PriceMoveAccountTable
}

type PriceMoveTable = {
  id: string
  name: string
  plan: Json<PricingPlan>
  starts_at: Date
  otherwise: 'keep' | 'end'
  created_at: Date
  stopped_at: Date | null
}

type PriceMoveAccountTable = {
  move_id: string
  account_id: string
  users: number
  interval_value: number
  interval_unit: 'd' | 'w' | 'm' | 'y'
  old_cents: number
  new_cents: number
  announced_at: Date | null
  mail_key: string | null
  mailed_at: Date | null
  accepted_at: Date | null
  words: string | null
  outcome: MoveOutcome | 'left-out' | 'unreached' | null
  outcome_at: Date | null
}
