import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProblemCode } from '#contract/problems.ts'
import { derivedKey } from '#server/runtime/derived-key.ts'

/** Lifetime of a token (product.md section 9). */
const lifetimeMs = 15 * 60 * 1000

/** Makes and checks the tokens that writes carry: nothing is stored, the token proves itself. */
export type CsrfTokens = {
  /** A token for the browser with that session or pre-session hash, good for 15 minutes from `now`. */
  issue(browserHash: Buffer, now: Date): { token: string; expiresAt: Date }
  /** Undefined when the token is this browser's and still good; `csrf-stale` when it is only too old. */
  refuse(
    token: unknown,
    browserHash: Buffer | undefined,
    now: Date,
  ): Extract<ProblemCode, 'csrf' | 'csrf-stale'> | undefined
}

/** A token is its expiry (milliseconds, base 36) and an HMAC-SHA-256 over expiry and browser. */
export function createCsrfTokens(appSecret: string): CsrfTokens {
  const key = derivedKey(appSecret, 'csrf')
  const sign = (expiry: string, browserHash: Buffer) =>
    createHmac('sha256', key).update(expiry).update('\n').update(browserHash).digest()
  return {
    issue(browserHash, now) {
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const expiry = expiresAt.getTime().toString(36)
      return { token: `${expiry}.${sign(expiry, browserHash).toString('base64url')}`, expiresAt }
    },
    refuse(token, browserHash, now) {
      const [, expiry = '', signature = ''] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(String(token)) ?? []
      if (expiry === '' || !browserHash) return 'csrf'
      if (!timingSafeEqual(sign(expiry, browserHash), Buffer.from(signature, 'base64url'))) return 'csrf'
      return Number.parseInt(expiry, 36) > now.getTime() ? undefined : 'csrf-stale'
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    csrfTokens: CsrfTokens
  }
}
