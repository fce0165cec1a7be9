import { decodeReferences } from './character-references.ts'

/** Tags of WebVTT (w3.org/TR/webvtt1, 4.2.2) and timestamps within a cue; any other `<` is text. */
const marks = /(<\/?(?:c|i|b|u|v|lang|ruby|rt)(?:[.\s][^<>]*)?>|<\d[\d:.]*>)/i

/**
 * Returns the readable text of a cue: without tags and invisible characters, character references decoded, on one line.
 */
export function plainCueText(text: string): string {
  return decodeReferences(text.split(marks).filter(isText).join(''))
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[\p{Cc}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns the text of a cue for every browser: tags unchanged, and only the character references that WebVTT requires.
 */
export function servedCueText(text: string): string {
  return text
    .split(marks)
    .map((part, place) => (isText(part, place) ? escaped(decodeReferences(part)) : part))
    .join('')
}

/** Whether a part split by `marks` is text: parts alternate. */
function isText(_: string, place: number): boolean {
  return place % 2 === 0
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
