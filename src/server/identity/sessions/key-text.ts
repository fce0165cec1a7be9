import { crc32 } from 'node:zlib'

const pattern = /^lectern_live_([0-9a-f]{64})([0-9a-f]{8})$/

/**
 * Returns the text of a key for programs: a prefix by which scanners of source code know it, 32 random bytes, and a CRC-32 of these
 * by which a mistyped key is refused without a look-up.
 */
export function keyText(bytes: Buffer): string {
  const secret = bytes.toString('hex')
  return `lectern_live_${secret}${checksumOf(secret)}`
}

/** Whether a text has the form of a key, with the right checksum. */
export function isKeyText(text: string): boolean {
  const [, secret = '', checksum] = pattern.exec(text) ?? []
  return checksum === checksumOf(secret)
}

function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0')
}
