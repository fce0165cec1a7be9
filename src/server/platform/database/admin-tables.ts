import type { Generated } from 'kysely'
import type { KeyScope } from '#contract/desk/key-calls.ts'
import type { Json } from './billing-tables.ts'

/** Tables of becoming the admin, of the admin's actions, and of people moved in. */
export type AdminTables = {
  admin_link: AdminLinkTable
  audit_entry: AuditEntryTable
  people_import: PeopleImportTable
  people_import_row: PeopleImportRowTable
  imported_person: ImportedPersonTable
  site_document: SiteDocumentTable
  site_picture: { name: string; bytes: Buffer; saved_at: Date }
  api_key: ApiKeyTable
  desk_setting: { name: string; value: string | null; sealed: Buffer | null }
}

type ApiKeyTable = {
  id: string
  name: string
  key_hash: Buffer
  ending: string
  scopes: Json<readonly KeyScope[]>
  networks: Json<readonly string[]>
  created_at: Date
  expires_at: Date | null
  withdrawn_at: Generated<Date | null>
  last_used_at: Generated<Date | null>
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

type PeopleImportTable = {
  id: string
  file: string
  state: 'checked' | 'running' | 'done' | 'undoing' | 'undone'
  columns: Json<string[]>
  language: 'en' | 'de'
  good: number
  bad: number
  checked_at: Date
  started_at: Date | null
  old_ended_at: Date | null
}

type PeopleImportRowTable = {
  import_id: string
  row: number
  cells: Json<string[]>
  person: Json<unknown> | null
  fault: string | null
}

type ImportedPersonTable = {
  account_id: string
  import_id: string
  invited_at: Date | null
  invitation_ordered_at: Date | null
  kept_because: 'invited' | 'logged-in' | 'bought' | null
  customer: string | null
  terms: Json<unknown> | null
  charged_from: Date | null
  taken_over: boolean | null
}

type SiteDocumentTable = {
  name: string
  version: number
  text: string | null
  file_digest: string | null
  saved_at: Date
}
