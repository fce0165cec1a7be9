import { checkChapters, parseChapter, versionId } from '#domain/catalogue/catalogue.ts'
import { type CodeFile, checkCodeFiles, codeLimits } from '#domain/catalogue/code-files.ts'
import {
  type PublishingDate,
  parsePublishingDate,
  publishingDateText,
  publishingInstant,
} from '#domain/catalogue/publishing-date.ts'
import {
  hasControlCharacters,
  lineFault,
  lineLimits,
  storedBody,
  storedLine,
} from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import { lineSentences } from '#server/library/catalogue-files/front-matter.ts'
import { codeSentences } from '#server/library/catalogue-files/read-code.ts'
import { chapterSentences } from '#server/library/catalogue-files/read-video.ts'
import type { VideoChange, WholeVideo } from './video-write.store.ts'

/** The texts of a video as typed; absent fields stay as they are. */
export type VideoTexts = {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly published?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  /** Names of software versions. */
  readonly versions?: readonly string[] | undefined
  readonly free?: boolean | undefined
  /** Lines such as `0:21 Two counters`. */
  readonly chapters?: readonly string[] | undefined
  readonly code?: readonly CodeFile[] | undefined
}

/** A sentence for each field with a fault; elements of lists by their place: `chapters.2`. */
export type FieldSentences = Map<string, string>

/**
 * Checks texts of a video by the rules of the catalogue's files, and with their sentences. Returns the columns to write,
 * which are only valid without faults. `spellings`: names of the known versions by id; `zone`: of
 * the seller.
 */
export function checkVideo(
  texts: VideoTexts,
  video: Pick<WholeVideo, 'duration_seconds' | 'published_on' | 'published_time'>,
  { spellings, zone }: { readonly spellings: ReadonlyMap<string, string>; readonly zone: string },
): { readonly faults: FieldSentences; readonly change: VideoChange } {
  const faults: FieldSentences = new Map()
  const { title, description, published, tags, versions, free, chapters, code } = texts
  checkLine(faults, { field: 'title', key: 'title', longest: lineLimits.title }, title)
  if (description !== undefined && hasControlCharacters(description.replace(/[\n\r\t]/g, '')))
    faults.set('description', m.catalogue_body_characters())
  checkLabels(faults, 'tags', tags)
  checkLabels(faults, 'versions', versions)
  for (const [place, name] of (versions ?? []).entries()) {
    const other = spellings.get(versionId(name)) ?? storedLine(name)
    if (other !== storedLine(name))
      faults.set(`versions.${place}`, m.catalogue_version_spelled_twice({ name, other }))
  }
  checkCode(faults, code)
  const change: VideoChange = {
    ...(title !== undefined && { title: storedLine(title) }),
    ...(description !== undefined && { description: storedBody(description) }),
    ...publishedColumns(faults, published, video, zone),
    ...(tags && { tags: tags.map(storedLine) }),
    ...(versions && { version_ids: versions.map(versionId) }),
    ...(free !== undefined && { free }),
    ...(chapters && { chapters: readChapters(faults, chapters, video) }),
    ...(code && { code: code.map(({ name, text }) => ({ name: name.normalize('NFC'), text })) }),
  }
  return { faults, change }
}

function checkLine(
  faults: FieldSentences,
  { field, key, longest }: { readonly field: string; readonly key: string; readonly longest: number },
  value: string | undefined,
): void {
  const fault = value === undefined ? undefined : lineFault(value, longest)
  if (fault) faults.set(field, lineSentences[fault]({ key, longest }))
}

function checkLabels(faults: FieldSentences, key: 'tags' | 'versions', values: readonly string[] = []): void {
  const seen = new Set<string>()
  for (const [place, value] of values.entries()) {
    const field = `${key}.${place}`
    checkLine(faults, { field, key, longest: lineLimits.label }, value)
    const line = storedLine(value)
    if (seen.has(line)) faults.set(field, m.catalogue_list_repeats({ key, value: line }))
    seen.add(line)
  }
}

/** A date that stays the same keeps its instant, which may be from before the zone counted. */
function publishedColumns(
  faults: FieldSentences,
  published: string | null | undefined,
  before: Pick<WholeVideo, 'published_on' | 'published_time'>,
  zone: string,
): Pick<VideoChange, 'published_on' | 'published_time' | 'published_at'> {
  if (published === undefined || published === publishedText(before)) return {}
  if (published === null) return { published_on: null, published_time: null, published_at: null }
  const date = parsePublishingDate(published)
  if (date) return columnsOfDate(date, zone)
  faults.set('published', m.catalogue_not_a_day({ key: 'published' }))
  return {}
}

/** The columns of a publishing date. */
export function columnsOfDate(date: PublishingDate, zone: string) {
  return {
    published_on: date.day,
    published_time: date.time,
    published_at: publishingInstant(date, zone),
  }
}

/** Returns the publishing date as it is written; null for drafts without one. */
function publishedText({
  published_on: day,
  published_time: time,
}: Pick<WholeVideo, 'published_on' | 'published_time'>): string | null {
  return day === null ? null : publishingDateText({ day, time })
}

function readChapters(
  faults: FieldSentences,
  lines: readonly string[],
  { duration_seconds }: Pick<WholeVideo, 'duration_seconds'>,
) {
  const read = lines.flatMap((line, place) => {
    const field = `chapters.${place}`
    checkLine(faults, { field, key: 'chapters', longest: lineLimits.chapter }, line)
    const chapter = parseChapter(storedLine(line))
    if (!chapter && !faults.has(field)) faults.set(field, m.catalogue_chapter_syntax())
    return chapter ?? []
  })
  // with an unreadable line the order of the others means nothing
  if (read.length < lines.length) return read
  const duration = duration_seconds ?? Number.POSITIVE_INFINITY
  for (const { index, code } of checkChapters(read, duration))
    faults.set(`chapters.${index}`, chapterSentences[code]({ duration }))
  return read
}

function checkCode(faults: FieldSentences, code: readonly CodeFile[] = []): void {
  const files = code.map((file) => ({ ...file, bytes: Buffer.byteLength(file.text) }))
  for (const [place, { bytes }] of files.entries())
    if (bytes > codeLimits.kilobytes * 1024)
      faults.set(`code.${place}`, m.catalogue_text_too_long({ kilobytes: codeLimits.kilobytes }))
  for (const { name, code: mistake } of checkCodeFiles(files)) {
    const place = code.findLastIndex((file) => file.name === name)
    faults.set(name === '' ? 'code' : `code.${place}`, codeSentences[mistake]())
  }
}
