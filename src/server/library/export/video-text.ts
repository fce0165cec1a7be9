import { chapterLine } from '#domain/catalogue/catalogue.ts'
import { inCodeOrder } from '#domain/catalogue/code-files.ts'
import { publishingDateText } from '#domain/catalogue/publishing-date.ts'
import type { CatalogueRows } from '#server/library/write/catalogue-rows.ts'
import { frontMatterText } from './front-matter-text.ts'

type Code = CatalogueRows['code']

/** Returns the names of software versions by id. */
export function versionNames({ versions }: CatalogueRows): ReadonlyMap<string, string> {
  return new Map(versions.map(({ id, name }) => [id, name]))
}

/** Returns the `video.md` of a video. `code` is in the order of display, `was` are its former names. */
export function videoText(
  video: CatalogueRows['videos'][number],
  {
    names,
    was,
    code,
  }: { readonly names: ReadonlyMap<string, string>; readonly was: readonly string[]; readonly code: Code },
): string {
  const { title, description, draft, published_on: day, published_time: time, tags, free, chapters } = video
  const written = code.map(({ name }) => name)
  const byName = inCodeOrder(code).map(({ name }) => name)
  return frontMatterText(
    {
      title,
      draft: draft || undefined,
      published: day === null ? undefined : publishingDateText({ day, time }),
      tags,
      versions: video.version_ids.map((id) => names.get(id) ?? id),
      free: free || undefined,
      was,
      chapters: chapters.map(chapterLine),
      code: written.some((name, place) => name !== byName[place]) ? written : undefined,
    },
    description,
  )
}

/** Returns the files of a video's code. */
export function codeOf(code: Code, folder: string): { readonly path: string; readonly text: string }[] {
  return code.map(({ name, text }) => ({ path: `${folder}/code/${name}`, text }))
}
