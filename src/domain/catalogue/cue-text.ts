import { decodeReferences } from './character-references.ts'

/** The marks of WebVTT (w3.org/TR/webvtt1, 4.2.2) and of times within a cue; any other `<` is a character of the text. */
const marks = /(<\/?(?:c|i|b|u|v|lang|ruby|rt)(?:[.\s][^<>]*)?>|<\d[\d:.]*>)/i

/**
 * What a reader sees of a cue's text: without the marks of voices and styles, character references as their characters, and without
 * characters that mean nothing to a reader; on one line.
 */
export function plainCueText(text: string): string {
  return decodeReferences(text.split(marks).filter(isText).join(''))
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[\p{Cc}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A cue's text for every browser: its marks as they are, and of the character references those alone that it needs. */
export function servedCueText(text: string): string {
  return text
    .split(marks)
    .map((part, place) => (isText(part, place) ? escaped(decodeReferences(part)) : part))
    .join('')
}

/** Whether a part that `marks` has cut off is text: parts alternate. */
function isText(_: string, place: number): boolean {
  return place % 2 === 0
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
