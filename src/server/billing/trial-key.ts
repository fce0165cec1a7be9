import { createHmac } from 'node:crypto'
import { personKey } from '#domain/accounts/contact.ts'
import { derivedKey } from '#server/runtime/derived-key.ts'

/**
 * What it is remembered by that a person had their trial. It outlives their account, so it is a keyed hash: a dump names
 * nobody by it, and only this site can ask whether an address it is given had one. Another APP_SECRET forgets them all.
 */
export function trialKey(appSecret: string, email: string): string {
  return createHmac('sha256', derivedKey(appSecret, 'trial use')).update(personKey(email)).digest('base64url')
}
