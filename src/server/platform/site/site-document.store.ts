import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

export type SiteDocument = Awaited<ReturnType<typeof documentVersions>>[number]

/** Returns the number of the newest version of each document that the desk has saved. */
export function newestVersions(db: Kysely<Tables>) {
  return db
    .selectFrom('site_document')
    .select(({ fn }) => ['name', fn.max('version').as('version')])
    .groupBy('name')
    .orderBy('name')
    .execute()
}

/** Returns the newest version of each document. */
export function newestDocuments(db: Kysely<Tables>) {
  return db
    .selectFrom('site_document')
    .selectAll()
    .distinctOn('name')
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
}

/** Returns the number of the newest version of documents that are saved together; 0 if the desk has never saved them. */
export async function newestVersion(db: Kysely<Tables>, names: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('site_document')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('name', 'in', names)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Returns the newest versions of documents that are saved together, newest first. */
export function documentVersions(db: Kysely<Tables>, names: readonly string[], limit: number) {
  return db
    .selectFrom('site_document')
    .selectAll()
    .where('name', 'in', names)
    .orderBy('version', 'desc')
    .orderBy('name')
    .limit(limit * names.length)
    .execute()
}

/** Adds a version of documents; returns false if somebody else has added it meanwhile. */
export async function addDocuments(
  trx: Transaction<Tables>,
  documents: readonly SiteDocument[],
): Promise<boolean> {
  const added = await trx
    .insertInto('site_document')
    .values([...documents])
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .returning('version')
    .execute()
  return added.length === documents.length
}
