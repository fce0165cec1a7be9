/** What everybody may read of a film's transcript: its first words. */
export type Beginning = { readonly srclang: string; readonly text: string }

const mostWords = 40
/** In letters: some languages are written without spaces. */
const mostLetters = 400

/** The first 40 words of a transcript, at most 400 letters; more of it is an ellipsis. */
export function firstWords(text: string): string {
  const words = text.split(/\s+/).filter(Boolean)
  const first = words.slice(0, mostWords).join(' ')
  const letters = [...first]
  if (letters.length > mostLetters) return `${letters.slice(0, mostLetters).join('')} …`
  return words.length > mostWords ? `${first} …` : first
}

/** The one in the reader's language, else the first. */
export function beginningFor(beginnings: readonly Beginning[], language: string): Beginning | undefined {
  const primary = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return beginnings.find(({ srclang }) => primary(srclang) === language) ?? beginnings[0]
}
