import { linesBeforeSrt, webVttOfSrt } from '#domain/catalogue/srt.ts'
import { checkWebVtt, servedWebVtt } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'
import { captionsLanguage, webVttSentences } from '#server/library/catalogue-files/read-captions.ts'
import type { StoredTrack } from '#server/platform/database/tables.ts'
import type { FieldSentences } from './check-video.ts'
import type { WholeVideo } from './video-write.store.ts'

/** Captions of a language as typed; without a text they stay as stored. */
export type TypedCaptions = {
  readonly srclang: string
  readonly format?: 'vtt' | 'srt' | undefined
  readonly text?: string | undefined
}

/** Captions as served, to be stored, or those that are stored already. */
export type CheckedCaptions =
  | { readonly served: string; readonly srclang: string; readonly label: string }
  | StoredTrack

/** Checks captions by the rules of the catalogue's files; the first mistake of each language goes to `captions.<place>`. */
export function checkCaptions(
  captions: readonly TypedCaptions[],
  { duration_seconds, tracks }: Pick<WholeVideo, 'duration_seconds' | 'tracks'>,
  faults: FieldSentences,
): CheckedCaptions[] {
  const seen = new Set<string>()
  return captions.flatMap(({ srclang: tag, format = 'vtt', text }, place): CheckedCaptions[] => {
    const field = `captions.${place}`
    const language = captionsLanguage(tag)
    if (!language) {
      faults.set(field, m.desk_captions_language())
      return []
    }
    const { srclang, label } = language
    if (seen.has(srclang)) faults.set(field, m.catalogue_captions_twice({ language: label }))
    seen.add(srclang)
    const stored = tracks.find((track) => track.srclang === srclang)
    if (text === undefined) {
      if (!stored) faults.set(field, m.catalogue_vtt_without_cues())
      return stored ? [stored] : []
    }
    const webVtt = format === 'srt' ? webVttOfSrt(text) : text
    const [mistake] = checkWebVtt(webVtt, duration_seconds ?? Number.POSITIVE_INFINITY)
    if (!mistake) return [{ served: servedWebVtt(webVtt), srclang, label }]
    const line = Math.max(1, mistake.line - (format === 'srt' ? linesBeforeSrt : 0))
    faults.set(field, m.desk_captions_line({ line, sentence: webVttSentences[mistake.code]() }))
    return []
  })
}
