import type { Generated } from 'kysely'

/** Tables of consumers' declarations about their contracts, and of consents at checkout. */
export type DeclarationTables = {
  declaration: DeclarationTable
  immediate_start: ImmediateStartTable
}

type DeclarationTable = {
  id: string
  kind: 'cancellation' | 'withdrawal'
  received_at: Date
  name: string
  email: string
  email_key: string
  contract: string | null
  cancellation: 'ordinary' | 'extraordinary' | null
  reason: string | null
  ends_on: string | null
  pieces: number[] | null
  part: string | null
  language: 'en' | 'de'
  outcome: Generated<'received' | 'done' | 'operator' | 'rejected' | 'taken-back'>
  account_id: string | null
  contract_ends_at: Date | null
  told_at: Date | null
  settled_at: Date | null
  holder_known: Generated<boolean>
  accepted_at: Date | null
  accepted_by: 'owner' | 'operator' | null
  refunded: Generated<boolean>
  not_me_hash: Buffer | null
}

type ImmediateStartTable = {
  id: string
  account_id: string
  asked_at: Date
  interval_value: number
  interval_unit: 'd' | 'w' | 'm' | 'y'
  gross_cents: number | null
}
