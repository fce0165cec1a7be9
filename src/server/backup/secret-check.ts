import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '#server/runtime/derived-key.ts'

/** A value by which a secret is known again, and from which nobody gets the secret. */
export function secretCheck(appSecret: string): string {
  return createHmac('sha256', derivedKey(appSecret, 'secret check')).update('lectern').digest('base64url')
}

/** Whether this is the secret of which the value was made. */
export function isSecretOf(appSecret: string, check: string): boolean {
  const own = Buffer.from(secretCheck(appSecret))
  const other = Buffer.from(check)
  return own.length === other.length && timingSafeEqual(own, other)
}
