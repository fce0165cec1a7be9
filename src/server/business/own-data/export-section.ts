import type { Permission } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import type { Db } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Cell } from '#server/platform/runtime/csv.ts'

/** The user whose data is exported. */
export type Who = Pick<Viewer, 'userId' | 'accountId' | 'permissions'>

/**
 * One table of the export. Every feature that stores personal data adds one to `export-sections.ts`: the user's own
 * data without `permission`, data of the account with the permission that its screens require. Never hashes, codes or
 * other credentials.
 */
export type ExportSection = {
  /** Name of the table, its file, and its key in `data.json`. */
  readonly name: string
  /** One line of the README. */
  readonly about: (inputs: Record<never, never>, options: { locale: Language }) => string
  readonly permission?: Permission
  readonly columns: readonly string[]
  read(db: Db, who: Who): Promise<readonly Readonly<Record<string, Cell>>[]>
}
