import type { Database } from '#server/platform/database/database.ts'
import type { DeskSource } from '#server/platform/site-files/desk-documents.ts'
import { newestDocuments, newestVersions } from './site-document.store.ts'

/** The documents of the database: what any process saves counts at all of them. */
export function deskDocuments({ db }: Pick<Database, 'db'>): DeskSource {
  return {
    async signature() {
      const versions = await newestVersions(db)
      return versions.map(({ name, version }) => `${name} ${version}`).join('\n')
    },
    async read() {
      const rows = await newestDocuments(db)
      // a version without text made the file count
      const saved = rows.flatMap(({ name, text, file_digest: fileDigest }) =>
        text === null ? [] : [[name, { text, fileDigest }] as const],
      )
      return { documents: new Map(saved), pictures: new Map() }
    },
  }
}
