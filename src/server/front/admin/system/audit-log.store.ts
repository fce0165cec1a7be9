import { sql } from 'kysely'
import type { AuditFilter } from '#contract/desk/audit.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Entries of the audit log that are wanted. */
export type AuditConditions = Pick<AuditFilter, 'action' | 'from' | 'to'> & {
  /** The target has one of these keys, or the admin had switched into one of these accounts; undefined for all. */
  readonly about: { readonly keys: readonly string[]; readonly accounts: readonly string[] } | undefined
  /** Of the days. */
  readonly zone: string
}

export type FoundEntry = Awaited<ReturnType<typeof findEntries>>[number]

/** Counts the entries that these conditions leave. */
export async function countEntries(db: Db, conditions: AuditConditions): Promise<number> {
  const { count } = await wanted(db, conditions)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns entries before a position, newest first; from the newest on without one. */
export function findEntries(
  db: Db,
  conditions: AuditConditions,
  { before, limit, offset = 0 }: { before?: number | undefined; limit: number; offset?: number },
) {
  return wanted(db, conditions)
    .leftJoin('account_user as actor', 'actor.id', 'audit_entry.actor_id')
    .select([
      'audit_entry.position',
      'audit_entry.at',
      'audit_entry.action',
      'actor.name as actor',
      'audit_entry.target',
      'audit_entry.acting_as',
      'audit_entry.network',
      'audit_entry.request_id',
      'audit_entry.before',
      'audit_entry.after',
      'audit_entry.hash',
    ])
    .$if(before !== undefined, (query) => query.where('audit_entry.position', '<', before ?? 0))
    .orderBy('audit_entry.position', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns the names of those accounts of these ids that exist. */
export async function namesOfAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function wanted(db: Db, { about, action, from, to, zone }: AuditConditions) {
  const day = sql<string>`(audit_entry.at at time zone ${zone})::date`
  return db
    .selectFrom('audit_entry')
    .$if(about !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('audit_entry.target', '=', sql<string>`any(${about?.keys}::text[])`),
          eb('audit_entry.acting_as', '=', sql<string>`any(${about?.accounts}::uuid[])`),
        ]),
      ),
    )
    .$if(action !== undefined, (query) => query.where('audit_entry.action', '=', action ?? ''))
    .$if(from !== undefined, (query) => query.where(day, '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where(day, '<=', to ?? ''))
}
