/** Rewrites a sentence so that the voice pronounces code words correctly; captions keep the written form. */
export function spokenForm(sentence: string): string {
  const plain = sentence
    .replaceAll('`', '')
    .replaceAll('’', "'")
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
  const known = sayings.reduce((text, [written, said]) => text.replace(written, said), plain)
  return codeRules.reduce((text, [written, said]) => text.replace(written, said), known)
}

/** Names with an irregular pronunciation. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/\bTypeScript\b/g, 'type script'],
  [/\bJavaScript\b/g, 'java script'],
  [/\bPostgreSQL\b/g, 'postgress Q L'],
  [/\bJSON\b/g, 'jason'],
  [/\bSQL\b/g, 'sequel'],
  [/\bCORS\b/g, 'cores'],
  [/\bETag\b/g, 'E tag'],
  [/\bIntl\b/g, 'international'],
  [/\bA and D\b/g, 'ay and D'],
  [/\bIDs\b/g, 'I dees'],
  [/\bcqi\b/g, 'C Q I'],
  [/\bGit\b/gi, 'ghitt'],
  [/\basync\b/gi, 'ay sink'],
  [/\biterator(s?)\b/gi, 'it er ate er$1'],
  [/\bmilli(seconds?)\b/gi, 'millie $1'],
  [/\bcompiler\b/gi, 'compile er'],
  [/\bidentifier(s?)\b/gi, 'identify er$1'],
  [/\b(time)(out)\b/gi, '$1 $2'],
  [/\b(side)(bar)\b/gi, '$1 $2'],
  [/\b(sub)(grid)\b/gi, '$1 $2'],
  [/\b(micro)(tasks?)\b/gi, '$1 $2'],
  [/\b(min)(max)\b/gi, '$1 $2'],
  [/\b(ref)(log)\b/gi, '$1 $2'],
  [/\bo'clock\b/gi, 'oh clock'],
]

/** `groupBy` is two words, a dot between names is said, and capitals are spelled out. */
const codeRules: readonly (readonly [RegExp, string])[] = [
  [/([a-z])([A-Z])/g, '$1 $2'],
  [/([A-Za-z])\.([A-Za-z])/g, '$1 dot $2'],
  [/([A-Za-z])-([A-Za-z])/g, '$1 $2'],
  [/(?<=\b[A-Z])(?=[A-Z]{1,4}\b)|(?<=\b[A-Z]{2})(?=[A-Z]{1,3}\b)|(?<=\b[A-Z]{3})(?=[A-Z]{1,2}\b)/g, ' '],
  [/[()]|(?<![A-Za-z])[:']+|'(?![A-Za-z])/g, ' '],
]
