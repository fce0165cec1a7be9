import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Secrets } from '#server/platform/runtime/derived-key.ts'

/** Returns a value that verifies a secret without revealing it. */
export function secretCheck(appSecret: string): string {
  return createHmac('sha256', derivedKey(appSecret, 'secret check')).update('lectern').digest('base64url')
}

/** Returns whether the value was made from the current or the previous secret. */
export function isSecretOf({ appSecret, previousAppSecret }: Secrets, check: string): boolean {
  const other = Buffer.from(check)
  return [appSecret, previousAppSecret ?? appSecret].some((secret) => {
    const own = Buffer.from(secretCheck(secret))
    return own.length === other.length && timingSafeEqual(own, other)
  })
}
