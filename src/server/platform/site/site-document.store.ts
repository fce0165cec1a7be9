import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** The documents of the site that the desk can save. */
type DocumentName = 'prices.yaml'

export type SiteDocument = Awaited<ReturnType<typeof documentVersions>>[number]

/** Returns the number of the newest version of a document; 0 if the desk has never saved it. */
export async function newestVersion(db: Kysely<Tables>, name: DocumentName): Promise<number> {
  const row = await db
    .selectFrom('site_document')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Returns the newest versions of a document, newest first. */
export function documentVersions(db: Kysely<Tables>, name: DocumentName, limit: number) {
  return db
    .selectFrom('site_document')
    .selectAll()
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

/** Adds a version of a document; returns false if somebody else has added it meanwhile. */
export async function addDocument(trx: Transaction<Tables>, document: SiteDocument): Promise<boolean> {
  const added = await trx
    .insertInto('site_document')
    .values(document)
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}
