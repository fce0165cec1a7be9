import { basename } from 'node:path'
import { linesBeforeSrt, webVttOfSrt } from '#domain/catalogue/srt.ts'
import { checkWebVtt, servedWebVtt, type WebVttMistake } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'

export type CaptionsFile = {
  readonly path: string
  readonly srclang: string
  readonly label: string
  /** Made by a machine, and not looked through yet. */
  readonly machine: boolean
}

/**
 * Reads and validates `captions.<language>.vtt` (WebVTT) or `.srt` (SubRip) of a video of that many seconds, with
 * `.machine` before the ending where a machine made them. The language is a BCP 47 tag; the label is its name in the
 * language itself.
 */
export async function readCaptions(
  path: string,
  file: string,
  durationSeconds: number,
  complain: Complain,
): Promise<CaptionsFile | undefined> {
  const tag = /^captions\.([A-Za-z0-9-]+)(?:\.machine)?\.(?:vtt|srt)$/.exec(basename(path))?.[1]
  const language = captionsLanguage(tag ?? '')
  if (!language) complain(file, 1, m.catalogue_captions_name())
  const read = await readText(path)
  if ('sentence' in read) {
    complain(file, 1, read.sentence)
    return undefined
  }
  for (const { line, code } of checkWebVtt(webVttOf(path, read.text), durationSeconds))
    complain(file, isSrt(path) ? Math.max(1, line - linesBeforeSrt) : line, webVttSentences[code]())
  return language && { path, ...language, machine: machineMade.test(path) }
}

/** Returns a valid captions file as served: WebVTT, without features that browsers interpret differently. */
export async function servedCaptions(path: string): Promise<string> {
  const read = await readText(path)
  if ('sentence' in read) throw new Error(read.sentence)
  return servedWebVtt(webVttOf(path, read.text))
}

function isSrt(path: string): boolean {
  return path.endsWith('.srt')
}

function webVttOf(path: string, text: string): string {
  return isSrt(path) ? webVttOfSrt(text) : text
}

/** Messages of the mistakes in WebVTT files. */
export const webVttSentences: Record<WebVttMistake['code'], () => string> = {
  'vtt-header-missing': m.catalogue_vtt_header_missing,
  'vtt-without-cues': m.catalogue_vtt_without_cues,
  'vtt-timing-missing': m.catalogue_vtt_timing_missing,
  'vtt-timing-wrong': m.catalogue_vtt_timing_wrong,
  'vtt-cue-ends-early': m.catalogue_vtt_cue_ends_early,
  'vtt-cue-too-early': m.catalogue_vtt_cue_too_early,
  'vtt-cue-outside': m.catalogue_vtt_cue_outside,
  'vtt-cue-empty': m.catalogue_vtt_cue_empty,
  'vtt-arrow-in-text': m.catalogue_vtt_arrow_in_text,
}

const machineMade = /\.machine\.(?:vtt|srt)$/

/** Returns a language of captions, with its name in the language itself; undefined if it is not a BCP 47 tag. */
export function captionsLanguage(tag: string): { srclang: string; label: string } | undefined {
  if (!/^[A-Za-z]{2,3}(-|$)/.test(tag)) return undefined
  try {
    const srclang = Intl.getCanonicalLocales(tag)[0] ?? tag
    const name = new Intl.DisplayNames([srclang], { type: 'language' }).of(srclang) ?? srclang
    return { srclang, label: name.charAt(0).toLocaleUpperCase(srclang) + name.slice(1) }
  } catch {
    return undefined
  }
}
