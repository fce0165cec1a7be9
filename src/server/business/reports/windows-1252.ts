/**
 * Encodes text in Windows-1252, as DATEV reads it. Letters that it lacks lose their accents, or become a question mark.
 */
export function windows1252(text: string): Buffer {
  return Buffer.from(Array.from(text.normalize('NFC'), byteOf).flat())
}

function byteOf(character: string): number | number[] {
  const byte = bytes.get(character)
  if (byte !== undefined) return byte
  const [base = '', ...marks] = character.normalize('NFKD')
  return marks.length > 0 ? (bytes.get(base) ?? question) : question
}

const question = '?'.charCodeAt(0)
const decoder = new TextDecoder('windows-1252')
const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.of(byte)), byte]))
