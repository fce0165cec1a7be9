import { join } from 'node:path'
import { isLevel, type Level, levels } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'
import { readFrontMatter } from './front-matter.ts'
import { type Poster, readPoster } from './read-poster.ts'

/** A series from its folder. */
export type SeriesFiles = {
  readonly urlKey: string
  readonly title: string
  readonly level: Level
  readonly position: number
  readonly description: string
  /** Video ids in teaching order, with their lines. */
  readonly videos: readonly { readonly id: string; readonly line: number }[]
  readonly poster: Poster | undefined
  /** Path of its `series.md` below the catalogue's folder. */
  readonly file: string
}

export type SeriesFolder = {
  readonly path: string
  /** Below the catalogue's folder. */
  readonly name: string
  readonly urlKey: string
  readonly files: readonly string[]
}

/** Reads a series' folder: `series.md`, at most one `poster.*`, and nothing else. Mistakes are reported. */
export async function readSeries(folder: SeriesFolder, complain: Complain): Promise<SeriesFiles | undefined> {
  const file = `${folder.name}/series.md`
  const poster = await readPoster(folder, complain)
  for (const name of folder.files)
    if (name !== 'series.md' && !name.startsWith('poster.'))
      complain(`${folder.name}/${name}`, 1, m.catalogue_unknown_file())
  if (!folder.files.includes('series.md')) return undefined
  const read = await readText(join(folder.path, 'series.md'))
  if ('sentence' in read) {
    complain(file, 1, read.sentence)
    return undefined
  }
  return readFrontMatter(
    read.text,
    (line, sentence) => complain(file, line, sentence),
    (values) => {
      const title = values.text('title')
      const level = values.text('level')
      if (level !== '' && !isLevel(level))
        complain(file, values.lineOf('level'), m.catalogue_level_unknown({ levels: levels.join(', ') }))
      const position = values.wholeNumber('position')
      const videos = values.list('videos', 200).map(({ value, line }) => ({ id: value, line }))
      if (videos.length === 0) complain(file, values.lineOf('videos'), m.catalogue_series_empty())
      return {
        urlKey: folder.urlKey,
        title,
        level: isLevel(level) ? level : 'beginner',
        position,
        description: values.body,
        videos,
        poster,
        file,
      }
    },
  )
}
