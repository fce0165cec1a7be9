import { join } from 'node:path'
import {
  type Chapter,
  type ChapterMistake,
  checkChapters,
  parseChapter,
} from '#domain/catalogue/catalogue.ts'
import { type CodeFile, codeLimits } from '#domain/catalogue/code-files.ts'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import { filmFile, looksLikeFilm, smallFilmFile } from '#domain/catalogue/film-form.ts'
import type { PublishingDate } from '#domain/catalogue/publishing-date.ts'
import { lineLimits } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type MeasuredFilm, measureFilm } from './measure-film.ts'
import { type CaptionsFile, readCaptions } from './read-captions.ts'
import { type FoundCode, inNamedOrder, readCode } from './read-code.ts'
import { type Poster, readPoster } from './read-poster.ts'
import { readStoryboard, type StoryboardFiles } from './read-storyboard.ts'

/** A video from its folder; paths are those of this machine. */
export type VideoFiles = {
  readonly id: string
  /** '' for drafts at the top. */
  readonly categoryId: string
  readonly title: string
  readonly description: string
  /** Shown to nobody but the admin. */
  readonly draft: boolean
  /** Null for drafts without a date. */
  readonly published: PublishingDate | null
  /** Null for drafts without a film. */
  readonly durationSeconds: number | null
  readonly tags: readonly string[]
  readonly versions: readonly { readonly name: string; readonly line: number }[]
  readonly free: boolean
  readonly chapters: readonly Chapter[]
  /** Undefined for drafts without one. */
  readonly film: string | undefined
  /** The same film with a smaller picture; undefined where the folder contains none. */
  readonly smallFilm: string | undefined
  /** Of both files. */
  readonly sizes: readonly FileSize[]
  readonly poster: Poster | undefined
  readonly captions: readonly CaptionsFile[]
  /** Former names of its folder. */
  readonly was: readonly { readonly id: string; readonly line: number }[]
  /** In the order of display. */
  readonly code: readonly CodeFile[]
  /** Undefined where the folder contains none. */
  readonly storyboard: StoryboardFiles | undefined
  /** Path of its `video.md` below the catalogue's folder. */
  readonly file: string
}

/** A film's file with its size. */
type FileSize = FilmSize & { readonly path: string }

export type VideoFolder = {
  readonly path: string
  /** Below the catalogue's folder. */
  readonly name: string
  readonly id: string
  readonly categoryId: string
  readonly files: readonly string[]
  /** Names in it that are reported already. */
  readonly refused: readonly string[]
  readonly code: readonly FoundCode[]
}

/**
 * Reads a video's folder: `video.md`, `film.mp4`, at most one `film.720.mp4`, at most one `poster.*`, any number of `captions.<language>.vtt` or
 * `.srt`, a `storyboard.vtt` with its picture, the folder `code`, and nothing else. Mistakes and warnings are reported;
 * the result is only valid without mistakes.
 */
export async function readVideo(
  folder: VideoFolder,
  complain: Complain,
  warn: Complain = () => undefined,
): Promise<VideoFiles | undefined> {
  const file = `${folder.name}/video.md`
  const place = (name: string) => ({ path: join(folder.path, name), file: `${folder.name}/${name}` })
  const { durationSeconds, sizes } = await readFilms(folder, complain, warn)
  const poster = await readPoster(folder, complain)
  const storyboard = await readStoryboard(folder, durationSeconds, complain)
  const captions = await readTracks(folder, durationSeconds, complain)
  const code = await readCode(folder, complain)
  const withoutFilm = () => lacksFilm(folder) && complain(file, 1, m.catalogue_film_missing())
  if (!folder.files.includes('video.md')) {
    withoutFilm()
    return undefined
  }
  const text = await readText(place('video.md').path)
  if ('sentence' in text) {
    complain(file, 1, text.sentence)
    withoutFilm()
    return undefined
  }
  const complainHere = (line: number, sentence: string) => complain(file, line, sentence)
  let isDraft = false
  const video = readFrontMatter(text.text, complainHere, (values) => {
    const read = {
      id: folder.id,
      categoryId: folder.categoryId,
      title: values.text('title'),
      description: values.body,
      published: values.publishingDate('published'),
      draft: values.yesOrNo('draft'),
      // as players show it: completed whole seconds
      durationSeconds: Number.isFinite(durationSeconds) ? Math.max(1, Math.floor(durationSeconds)) : null,
      tags: values.list('tags').map(({ value }) => value),
      versions: values.list('versions').map(({ value, line }) => ({ name: value, line })),
      free: values.yesOrNo('free'),
      was: values.oneOrMore('was', lineLimits.formerName).map(({ value, line }) => ({ id: value, line })),
      chapters: readChapters(values, durationSeconds, complainHere),
      film: folder.files.includes(filmFile) ? place(filmFile).path : undefined,
      smallFilm: folder.files.includes(smallFilmFile) ? place(smallFilmFile).path : undefined,
      sizes,
      poster,
      captions,
      code: inNamedOrder(code, values.list('code', codeLimits.nameLetters), folder.code, complainHere),
      storyboard,
      file,
    }
    isDraft = read.draft
    return read
  })
  if (!isDraft || folder.files.includes(smallFilmFile)) withoutFilm()
  if (!isDraft && folder.categoryId === '') complain(file, 1, m.catalogue_video_without_category())
  return video
}

/** Reads the captions, and reports files that are no part of a video. */
async function readTracks(
  { path, name, files }: VideoFolder,
  durationSeconds: number,
  complain: Complain,
): Promise<readonly CaptionsFile[]> {
  const captions: CaptionsFile[] = []
  for (const fileName of files) {
    // films are read with the film
    if (/^(?:video\.md|film\.mp4|(?:poster|storyboard)\..*)$/.test(fileName) || looksLikeFilm(fileName))
      continue
    const file = `${name}/${fileName}`
    if (!/^captions\..*\.(?:vtt|srt)$/.test(fileName)) {
      const isCaptions = /\.(?:vtt|srt)$/i.test(fileName)
      complain(file, 1, isCaptions ? m.catalogue_captions_name() : m.catalogue_unknown_file())
      continue
    }
    const track = await readCaptions(join(path, fileName), file, durationSeconds, complain)
    if (track && captions.some(({ srclang }) => srclang === track.srclang))
      complain(file, 1, m.catalogue_captions_twice({ language: track.label }))
    else if (track) captions.push(track)
  }
  return captions
}

type ReadFilms = {
  /** Infinite for an unmeasurable film, so that no chapter or caption is out of range. */
  readonly durationSeconds: number
  readonly sizes: readonly FileSize[]
}

/** Reads the film, and the smaller one beside it. */
async function readFilms(folder: VideoFolder, complain: Complain, warn: Complain): Promise<ReadFilms> {
  const film = await readFilm(folder, complain, warn)
  const small = folder.files.includes(smallFilmFile)
    ? await measure(folder, smallFilmFile, complain, warn)
    : undefined
  if (film && small)
    compareSizes(film, small, (sentence) => complain(`${folder.name}/${smallFilmFile}`, 1, sentence))
  return {
    durationSeconds: film?.durationSeconds ?? Number.POSITIVE_INFINITY,
    sizes: [film, small].flatMap((one) => {
      if (!one) return []
      const { path, height, kilobitsPerSecond } = one
      return [{ path, height, kilobitsPerSecond }]
    }),
  }
}

/** In seconds; programs that make the smaller film may round its last frame or piece of sound. */
const lengthsDifferBy = 0.5

function compareSizes(film: Measured, small: Measured, complain: (sentence: string) => void): void {
  if (Math.abs(film.durationSeconds - small.durationSeconds) > lengthsDifferBy) {
    const inWords = ({ durationSeconds }: Measured) =>
      durationSeconds.toLocaleString(getLocale(), { maximumFractionDigits: 1 })
    complain(m.catalogue_small_film_length({ seconds: inWords(small), filmSeconds: inWords(film) }))
  }
  if (small.height >= film.height)
    complain(m.catalogue_small_film_height({ height: small.height, filmHeight: film.height }))
}

type Measured = FileSize & { readonly durationSeconds: number }

/** Undefined for an unplayable film, which is reported. */
async function readFilm(
  folder: VideoFolder,
  complain: Complain,
  warn: Complain,
): Promise<Measured | undefined> {
  const others = folder.files.filter(
    (name) => name !== filmFile && name !== smallFilmFile && looksLikeFilm(name),
  )
  for (const name of others) {
    const measured = await measureFilm(join(folder.path, name))
    const sentences = 'durationSeconds' in measured ? [] : measured.sentences
    complain(`${folder.name}/${name}`, 1, [m.catalogue_film_name(), ...sentences].join(' '))
  }
  return folder.files.includes(filmFile) ? measure(folder, filmFile, complain, warn) : undefined
}

/** Whether a folder has no film, not even one that is reported for something else. */
function lacksFilm({ files, refused }: VideoFolder): boolean {
  return !refused.includes(filmFile) && !files.some((name) => name !== smallFilmFile && looksLikeFilm(name))
}

async function measure(
  folder: VideoFolder,
  name: string,
  complain: Complain,
  warn: Complain,
): Promise<Measured | undefined> {
  const [file, path] = [`${folder.name}/${name}`, join(folder.path, name)]
  const measured: MeasuredFilm = await measureFilm(path)
  if ('durationSeconds' in measured) {
    const { warnings, ...size } = measured
    for (const warning of warnings) warn(file, 1, warning)
    return { ...size, path }
  }
  for (const sentence of measured.sentences) complain(file, 1, sentence)
  return undefined
}

/** Messages of the mistakes of chapters; `duration` in whole seconds. */
export const chapterSentences: Record<ChapterMistake['code'], (values: { duration: number }) => string> = {
  'chapters-begin-late': m.catalogue_chapters_begin_late,
  'chapters-not-ascending': m.catalogue_chapters_not_ascending,
  'chapter-outside': m.catalogue_chapter_outside,
}

function readChapters(
  values: FrontMatter,
  durationSeconds: number,
  complain: (line: number, sentence: string) => void,
): Chapter[] {
  const lines = values.list('chapters', lineLimits.chapter)
  const chapters = lines.flatMap(({ value, line }) => {
    const chapter = parseChapter(value)
    if (!chapter) complain(line, m.catalogue_chapter_syntax())
    return chapter ? [{ chapter, line }] : []
  })
  const read = chapters.map(({ chapter }) => chapter)
  // with an unreadable line the order of the others means nothing
  const mistakes = chapters.length === lines.length ? checkChapters(read, durationSeconds) : []
  for (const { index, code } of mistakes)
    complain(chapters[index]?.line ?? 1, chapterSentences[code]({ duration: Math.round(durationSeconds) }))
  return read
}
