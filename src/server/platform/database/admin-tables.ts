import type { Generated } from 'kysely'

/** Tables of becoming the admin, and of the admin's actions. */
export type AdminTables = {
  admin_link: AdminLinkTable
  audit_entry: AuditEntryTable
}

type AdminLinkTable = {
  only_one: Generated<true>
  code_hash: Buffer
  email: string | null
  again: boolean
  without_two_factor: boolean
  created_at: Date
  expires_at: Date
}

type AuditEntryTable = {
  position: number
  at: Date
  actor_id: string
  acting_as: string | null
  action: string
  target: string
  network: string
  request_id: string
  before: string | null
  after: string | null
  previous_hash: Buffer
  hash: Buffer
}
