import type { DeskVideo, VideoEdit } from '#contract/admin/library/admin-library.ts'
import { base64Of } from '#web/front/admin/uploads/poster-picture.ts'

/** WebVTT of a language; `machine`: nobody has looked through it yet. */
export type Captions = { readonly srclang: string; readonly text: string; readonly machine: boolean }

/** The fields of a film's form, as they are shown: dates as inputs have them, chapters as lines. */
export type FilmFields = {
  readonly title: string
  readonly description: string
  /** An address: the stored one, or a data address of a new one. Empty without a poster. */
  readonly poster: string
  readonly chapters: string
  /** `2026-11-03`; empty without a date. */
  readonly day: string
  /** `09:00`; empty for the beginning of the day. */
  readonly time: string
  readonly categoryId: string
  readonly tags: readonly string[]
  readonly versions: readonly string[]
  readonly free: boolean
  readonly code: readonly { readonly name: string; readonly text: string }[]
  readonly captions: readonly Captions[]
}

export function fieldsOf(video: DeskVideo): FilmFields {
  const [day = '', time = ''] = (video.published ?? '').split(' ')
  return {
    title: video.title,
    description: video.description,
    poster: video.posterUrl ?? '',
    chapters: video.chapters.join('\n'),
    day,
    time,
    categoryId: video.categoryId ?? '',
    tags: video.tags,
    versions: video.versions,
    free: video.free,
    code: video.code.map(({ name, text }) => ({ name, text })),
    captions: video.captions.map(({ srclang, text, machine }) => ({ srclang, text, machine })),
  }
}

/** What the call gets of the fields that were changed. */
export function editOf(
  changed: Partial<FilmFields>,
  { day, time }: Pick<FilmFields, 'day' | 'time'>,
  base: FilmFields,
): Omit<VideoEdit, 'version' | 'password'> {
  const {
    poster,
    chapters,
    day: newDay,
    time: newTime,
    categoryId,
    tags,
    versions,
    code,
    captions,
    ...same
  } = changed
  const isDated = newDay !== undefined || newTime !== undefined
  return {
    ...same,
    ...(poster !== undefined && { poster: poster === '' ? null : base64Of(poster) }),
    ...(chapters !== undefined && { chapters: linesOf(chapters) }),
    ...(isDated && { published: day === '' ? null : time === '' ? day : `${day} ${time}` }),
    ...(categoryId !== undefined && { categoryId: categoryId || null }),
    ...(tags && { tags: [...tags] }),
    ...(versions && { versions: [...versions] }),
    ...(code && { code: code.map((file) => ({ ...file })) }),
    ...(captions && { captions: captions.map((track) => captionsEdit(track, base)) }),
  }
}

/** A text that was not changed stays as it is stored: sent again, it would count as looked through. */
function captionsEdit({ srclang, text, machine }: Captions, base: FilmFields) {
  const stored = base.captions.find((track) => track.srclang === srclang)
  return stored?.text === text && stored.machine === machine ? { srclang } : { srclang, text }
}

/** The lines that say something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
