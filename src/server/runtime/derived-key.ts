import { createHash, hkdfSync } from 'node:crypto'

/** A key for one purpose from the site's secret, so that a token made for one purpose means nothing for another. */
export function derivedKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `lectern ${purpose}`, 32))
}

/** What is stored of a token that only its bearer may know. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
