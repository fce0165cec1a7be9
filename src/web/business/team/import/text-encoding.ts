/** Encodings in which programs save lists, by their `TextDecoder` labels. */
export const encodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Windows (1252)',
  macintosh: 'Mac OS Roman',
  'windows-1250': 'Windows (1250)',
  'windows-1251': 'Windows (1251)',
  'windows-1253': 'Windows (1253)',
  'windows-1254': 'Windows (1254)',
  'iso-8859-2': 'ISO 8859-2',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
} as const

export type Encoding = keyof typeof encodings

/**
 * Detects the encoding of a file: by its byte order mark, UTF-8 if valid, otherwise Excel's on Windows or Mac,
 * whichever results in words. Undefined for anything but text, such as a spreadsheet or a picture.
 */
export function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.includes(0)) return undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((one) =>
      plausibility(new TextDecoder(one).decode(bytes)),
    )
    return (mac ?? 0) > (windows ?? 0) ? 'macintosh' : 'windows-1252'
  }
}

/** Returns a score: the higher, the more non-ASCII letters are where Western names have them. */
function plausibility(text: string): number {
  const strange =
    // a symbol within a word, a capital after a small letter, a small letter at the beginning of a name
    text.match(
      /\p{L}[^\p{L}\p{M}\p{ASCII}’–·]|(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<![\p{L}\p{M}'’-])(?![a-z])\p{Ll}/gu,
    )?.length ?? 0
  const usual = text.match(/[äöüßéèêëàâáíîïóôúûñçøåæÄÖÜÉÅØ]/g)?.length ?? 0
  return usual - 10 * strange
}

/** Returns a word that cannot be a name, which suggests a wrong encoding. Undefined without any. */
export function garbledWord(text: string): string | undefined {
  return /[^\s,;"]*(?:\uFFFD|[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰‹Œ‘’“”•–—˜™›œŸŠšŽž]|√[\u0080-\u00ffº∂ºüñ§°]|\p{Ll}[†‡¤§¨¦¬¶‰Ÿ™]|[†‡¤§¦¬¶]\p{Ll})[^\s,;"]*/u.exec(
    text,
  )?.[0]
}
