import { chapterLine } from '#domain/catalogue/catalogue.ts'
import { inCodeOrder } from '#domain/catalogue/code-files.ts'
import { publishingDateText } from '#domain/catalogue/publishing-date.ts'
import { pictureAt, type Storyboard } from '#domain/catalogue/storyboard.ts'
import type { SeriesRow } from '#server/library/catalogue/video-columns.ts'
import type { CatalogueRows } from '#server/library/write/catalogue-rows.ts'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import { frontMatterText } from './front-matter-text.ts'

/** A file below an exported folder: its text, or the key of its bytes in the media store. */
export type LibraryFile = { readonly path: string } & ({ readonly text: string } | { readonly key: string })

/**
 * Returns the files of a library in the format of its folder (docs/catalogue.md), or the path of a folder that two of its
 * items need. `all`: the smaller films that the site made, too.
 */
export function libraryFiles(
  rows: CatalogueRows,
  { all }: { readonly all: boolean },
): { readonly files: readonly LibraryFile[] } | { readonly taken: string } {
  const videoFolders = rows.videos.map((video) => ({ video, folder: folderOf(video) }))
  const taken = new Set(rows.categories.map(({ id }) => id))
  for (const { folder } of videoFolders) {
    if (taken.has(folder)) return { taken: folder }
    taken.add(folder)
  }
  const seriesFolders = rows.series.map((series) => ({ series, folder: seriesFolder(series, rows, taken) }))
  const nowhere = seriesFolders.find(({ folder }) => folder === undefined)
  if (nowhere) return { taken: `series/${nowhere.series.url_key}` }
  const names = versionNames(rows)
  const siteFilms = new Set(
    all ? [] : rows.filmSizes.flatMap(({ film_key, made_by }) => (made_by === 'site' ? [film_key] : [])),
  )
  const code = Map.groupBy(rows.code, ({ video_id }) => video_id)
  const former = Map.groupBy(rows.formerNames, ({ videoId }) => videoId)
  return {
    files: [
      ...categoryFiles(rows),
      ...videoFolders.flatMap(({ video, folder }) => {
        const files = code.get(video.id) ?? []
        const was = (former.get(video.id) ?? []).map(({ formerId }) => formerId)
        const text = videoText(video, { names, was, code: files })
        return [
          { path: `${folder}/video.md`, text },
          ...mediaOf(video, folder, siteFilms),
          ...codeOf(files, folder),
        ]
      }),
      ...seriesFolders.flatMap(({ series, folder = '' }) => seriesFiles(series, folder)),
    ],
  }
}

/** A draft without a category lies at the top. */
function folderOf({ category_id, id }: CatalogueRows['videos'][number]): string {
  return category_id === null ? id : `${category_id}/${id}`
}

/** Returns the folder `series` for a series, or a category's where a category of that name has the place. */
function seriesFolder(
  { url_key }: SeriesRow,
  { categories }: CatalogueRows,
  taken: Set<string>,
): string | undefined {
  const folder = ['series', ...categories.map(({ id }) => id).sort()]
    .map((place) => `${place}/${url_key}`)
    .find((path) => !taken.has(path) && path.length <= longestPath)
  if (folder !== undefined) taken.add(folder)
  return folder
}

/** The limit of paths in a catalogue. */
const longestPath = 200

function categoryFiles({ categories, parents }: CatalogueRows): LibraryFile[] {
  const parentsOf = Map.groupBy(parents, ({ category_id }) => category_id)
  return categories.map(({ id, name, position, description = '' }) => {
    const slash = id.lastIndexOf('/')
    const further = (parentsOf.get(id) ?? [])
      .map(({ parent_id }) => parent_id)
      .filter((parent) => parent !== id.slice(0, Math.max(slash, 0)))
    return {
      path: `${id}/category.md`,
      text: frontMatterText({ name, position, parents: further.sort() }, description),
    }
  })
}

function seriesFiles(
  { title, level, position, video_ids, description, poster_key }: SeriesRow,
  folder: string,
): LibraryFile[] {
  return [
    {
      path: `${folder}/series.md`,
      text: frontMatterText({ title, level, position, videos: video_ids }, description),
    },
    ...picture(poster_key, `${folder}/poster`),
  ]
}

function mediaOf(
  { film_key, small_film_key, poster_key, tracks, storyboard }: CatalogueRows['videos'][number],
  folder: string,
  siteFilms: ReadonlySet<string>,
): LibraryFile[] {
  const smallKey = small_film_key === null || siteFilms.has(small_film_key) ? undefined : small_film_key
  return [
    ...(film_key === null ? [] : [{ path: `${folder}/film.mp4`, key: film_key }]),
    ...(smallKey === undefined ? [] : [{ path: `${folder}/film.720.mp4`, key: smallKey }]),
    ...picture(poster_key, `${folder}/poster`),
    ...tracks.map(({ srclang, machine, key }) => ({
      path: `${folder}/captions.${srclang}${machine ? '.machine' : ''}.vtt`,
      key,
    })),
    ...(storyboard ? storyboardFiles(storyboard, `${folder}/storyboard`) : []),
  ]
}

function storyboardFiles(board: StoredStoryboard, name: string): LibraryFile[] {
  const sheet = `storyboard.${extensionOf(board.key)}`
  return [...picture(board.key, name), { path: `${name}.vtt`, text: storyboardTrack(board, sheet) }]
}

function picture(key: string | null, name: string): LibraryFile[] {
  return key === null ? [] : [{ path: `${name}.${extensionOf(key)}`, key }]
}

function extensionOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

/** Returns the `storyboard.vtt` of a storyboard, whose times are read back to the same layout. */
function storyboardTrack(storyboard: Storyboard, sheet: string): string {
  const { width, height, count, everySeconds } = storyboard
  const cues = Array.from({ length: count }, (_, place) => {
    const { column, row } = pictureAt(storyboard, place * everySeconds)
    const [from, to] = [place * everySeconds, (place + 1) * everySeconds].map(timeOf)
    return `${from} --> ${to}\n${sheet}#xywh=${column * width},${row * height},${width},${height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Formats seconds as `01:02:03.004`. */
function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0')
  return [
    digits(milliseconds / 3_600_000, 2),
    digits((milliseconds / 60_000) % 60, 2),
    `${digits((milliseconds / 1000) % 60, 2)}.${digits(milliseconds % 1000, 3)}`,
  ].join(':')
}

type Code = CatalogueRows['code']

/** Returns the names of software versions by id. */
function versionNames({ versions }: CatalogueRows): ReadonlyMap<string, string> {
  return new Map(versions.map(({ id, name }) => [id, name]))
}

/** Returns the `video.md` of a video. `code` is in the order of display, `was` are its former names. */
function videoText(
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
function codeOf(code: Code, folder: string): { readonly path: string; readonly text: string }[] {
  return code.map(({ name, text }) => ({ path: `${folder}/code/${name}`, text }))
}
