/** The public beginning of a film's transcript. */
export type Beginning = { readonly srclang: string; readonly text: string }

const mostWords = 40
/** In characters: some languages are written without spaces. */
const mostLetters = 400

/** Returns the first 40 words of a transcript, at most 400 characters; a longer text ends with an ellipsis. */
export function firstWords(text: string): string {
  const words = text.split(/\s+/).filter(Boolean)
  const first = words.slice(0, mostWords).join(' ')
  const letters = [...first]
  if (letters.length > mostLetters) return `${letters.slice(0, mostLetters).join('')} …`
  return words.length > mostWords ? `${first} …` : first
}

/** Returns the beginning in the reader's language, otherwise the first. */
export function beginningFor(beginnings: readonly Beginning[], language: string): Beginning | undefined {
  const primary = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return beginnings.find(({ srclang }) => primary(srclang) === language) ?? beginnings[0]
}
