import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Secrets } from '#server/platform/runtime/derived-key.ts'

/** A value by which a secret is known again, and from which nobody gets the secret. */
export function secretCheck(appSecret: string): string {
  return createHmac('sha256', derivedKey(appSecret, 'secret check')).update('lectern').digest('base64url')
}

/** Whether this is the secret of which the value was made, or the one before is. */
export function isSecretOf({ appSecret, previousAppSecret }: Secrets, check: string): boolean {
  const other = Buffer.from(check)
  return [appSecret, previousAppSecret ?? appSecret].some((secret) => {
    const own = Buffer.from(secretCheck(secret))
    return own.length === other.length && timingSafeEqual(own, other)
  })
}
