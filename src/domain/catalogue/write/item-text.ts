/** Longest lines of an item of the library, in characters. */
export const lineLimits = { title: 200, label: 60, chapter: 200, formerName: 100 } as const

export type LineFault = 'empty' | 'not-a-line' | 'too-long'

/** Returns the fault of one line of text: empty, with control characters or lone surrogates, or too long. */
export function lineFault(value: string, longest: number): LineFault | undefined {
  if (value.trim() === '') return 'empty'
  if (hasControlCharacters(value)) return 'not-a-line'
  return value.length > longest ? 'too-long' : undefined
}

/** Returns a valid line as it is stored: without spaces around it, in NFC. */
export function storedLine(value: string): string {
  return value.trim().normalize('NFC')
}

/** Returns a Markdown text as it is stored: line feeds, without empty lines around it. */
export function storedBody(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
}

/** Includes lone surrogates, which the database cannot store. */
export function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text)
}
