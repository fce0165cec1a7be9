import type { Database } from '#server/platform/database/database.ts'
import type { DeskSource } from '#server/platform/site-files/desk-documents.ts'
import { type Picture, pictureOf } from '#server/platform/site-files/read-picture.ts'
import { newestDocuments, newestVersions, sitePictures } from './site-document.store.ts'

/** The documents and pictures of the database: what any process saves counts at all of them. */
export function deskDocuments({ db }: Pick<Database, 'db'>): DeskSource {
  const pictures = async (yaml: string): Promise<ReadonlyMap<string, Picture>> => {
    const names = yaml.match(/\bdesk-[0-9a-f]{16}\.(png|webp)\b/g) ?? []
    const rows = names.length > 0 ? await sitePictures(db, names) : []
    return new Map(
      rows.flatMap(({ name, bytes }) => {
        const picture = pictureOf(name, bytes, '/pictures')
        return picture ? [[name, picture] as const] : []
      }),
    )
  }
  return {
    async signature() {
      const versions = await newestVersions(db)
      return versions.map(({ name, version }) => `${name} ${version}`).join('\n')
    },
    async read(before) {
      const rows = await newestDocuments(db, before)
      // a version without text made the file count
      const saved = rows.flatMap(({ name, version, text, file_digest: fileDigest }) =>
        text === null ? [] : [[name, { version, text, fileDigest }] as const],
      )
      const documents = new Map(saved)
      return { documents, pictures: await pictures(documents.get('site.yaml')?.text ?? '') }
    },
    pictures,
  }
}
