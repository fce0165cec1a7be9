import type { Kysely } from 'kysely'
import type { Permission } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Cell } from '#server/platform/runtime/csv.ts'

/** Whose data is exported. */
export type Who = Pick<Viewer, 'userId' | 'accountId' | 'permissions'>

/**
 * One table of the copy that somebody gets of their data. A feature that stores something about people adds one to
 * `export-sections.ts`: what belongs to the user alone without `permission`, what belongs to the account with the
 * permission that shows it on the screens. Never a hash, a code or anything else that opens a door.
 */
export type ExportSection = {
  /** Name of the table: of its file, and in `data.json`. */
  readonly name: string
  /** One line for the README. */
  readonly about: (inputs: Record<never, never>, options: { locale: Language }) => string
  readonly permission?: Permission
  readonly columns: readonly string[]
  read(db: Kysely<Tables>, who: Who): Promise<readonly Readonly<Record<string, Cell>>[]>
}
