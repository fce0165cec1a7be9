/** The rows of what the admin does. */
export type AdminTables = {
  audit_entry: AuditEntryTable
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
