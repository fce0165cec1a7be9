import type { Db, Trx } from '#server/platform/database/tables.ts'

export type SiteDocument = Awaited<ReturnType<typeof documentVersions>>[number]

/** Returns the number of the newest version of each document that the desk has saved. */
export function newestVersions(db: Db) {
  return db
    .selectFrom('site_document')
    .select(({ fn }) => ['name', fn.max('version').as('version')])
    .groupBy('name')
    .orderBy('name')
    .execute()
}

/**
 * Returns the newest version of each document.
 * @param before versions by name, of which only older ones count
 */
export function newestDocuments(db: Db, before: ReadonlyMap<string, number> = new Map()) {
  return db
    .selectFrom('site_document')
    .selectAll()
    .where((eb) =>
      eb.and(
        [...before].map(([name, version]) => eb.or([eb('name', '<>', name), eb('version', '<', version)])),
      ),
    )
    .distinctOn('name')
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
}

/** Returns the number of the newest version of documents that are saved together; 0 if the desk has never saved them. */
export async function newestVersion(db: Db, names: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('site_document')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('name', 'in', names)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Returns the newest versions of documents that are saved together, newest first. */
export function documentVersions(db: Db, names: readonly string[], limit: number) {
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
export async function addDocuments(trx: Trx, documents: readonly SiteDocument[]): Promise<boolean> {
  const added = await trx
    .insertInto('site_document')
    .values([...documents])
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .returning('version')
    .execute()
  return added.length === documents.length
}

/** Returns the pictures of these names that the desk has. */
export function sitePictures(db: Db, names: readonly string[]) {
  return db.selectFrom('site_picture').select(['name', 'bytes']).where('name', 'in', names).execute()
}

/** Adds pictures; one of the same name has the same content. */
export async function addPictures(
  trx: Trx,
  pictures: readonly { readonly name: string; readonly bytes: Buffer }[],
  now: Date,
): Promise<void> {
  if (pictures.length === 0) return
  await trx
    .insertInto('site_picture')
    .values(pictures.map((picture) => ({ ...picture, saved_at: now })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
