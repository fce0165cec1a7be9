import { languages } from '#domain/language.ts'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import { type DeskDocuments, type DeskSource, nothingAtDesk } from './desk-documents.ts'
import { readSiteFiles, type SiteFiles } from './read-site-files.ts'

/** Former versions that are tried; then the file counts, or what the product has. */
const mostVersions = 20

type ReadDocuments = {
  readonly files: SiteFiles
  /** What counts of the desk. */
  readonly desk: DeskDocuments
  /** Mistakes of the folder, because of which `files` must not count. */
  readonly mistakes: readonly FileMistake[]
  /** Mistakes of what the desk saved last, in whose place an older version counts. */
  readonly refused: readonly FileMistake[]
}

/**
 * Reads folder and desk. Of documents of the desk that are refused, the newest version without mistakes counts: an earlier release
 * may have accepted what this one does not, and the site has to start.
 */
export async function readGoodDocuments(
  folder: string,
  priceSet: string | undefined,
  source: DeskSource | undefined,
): Promise<ReadDocuments> {
  const before = new Map<string, number>()
  const refused: FileMistake[] = []
  for (let tried = 0; ; tried++) {
    const desk = (await source?.read(before)) ?? nothingAtDesk
    const { files, mistakes } = await readSiteFiles(folder, priceSet, desk)
    const own = mistakes.filter(({ file }) => savedTogether(file).some((name) => desk.documents.has(name)))
    if (own.length === 0) return { files, desk, mistakes, refused }
    refused.push(...own.filter(({ file }) => !before.has(file)))
    for (const { file } of own) {
      for (const name of savedTogether(file))
        before.set(name, tried < mostVersions ? (desk.documents.get(name)?.version ?? 0) : 0)
    }
  }
}

/** The texts of a page in all languages are one document at the desk. */
function savedTogether(file: string): readonly string[] {
  const [, page] = /^[a-z]{2}(\/.+)$/.exec(file) ?? []
  return page === undefined ? [file] : languages.map((language) => language + page)
}
