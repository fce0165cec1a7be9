import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import { derivedKeys, type Secrets } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Every write must carry a token of its browser and come from a page of this site. Runs before the body is read, and
 * after the session check: an ended session is reported as such, not as a wrong token.
 */
export function registerCsrfCheck(app: FastifyInstance, services: Pick<Services, 'config' | 'clock'>): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return next()
    // mutant `request.routeOptions.config.call?.actor → request.routeOptions.config.call.actor`: whatever writes is a call
    if (request.routeOptions.config.call?.actor === 'signed') return next()
    // no page of another site can make a browser send a key
    if (request.visitor.viewer?.key) return next()
    const code = comesFromElsewhere(request, services.config.baseUrl)
      ? 'csrf'
      : app.csrfTokens.refuse(
          request.headers['x-csrf-token'],
          request.visitor.browserHash,
          services.clock.real(),
        )
    if (code) reply.send(new Problem(code))
    else next()
  })
}

/** Whether the browser's headers name another origin; other clients send none. */
function comesFromElsewhere({ headers }: FastifyRequest, { protocol }: URL): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  // a page without a referrer sends "null"; then Sec-Fetch-Site decides
  if (origin === 'null') return site !== 'same-origin'
  // the host was checked before
  return origin !== `${protocol}//${host}`
}

/** Lifetime of a token (product.md section 9). */
const lifetimeMs = 15 * 60 * 1000

/** CSRF tokens: stateless, verified by their signature. */
type CsrfTokens = {
  /** Issues a token for the browser with that session or pre-session hash, valid for 15 minutes from `now`. */
  issue(browserHash: Buffer, now: Date): { token: string; expiresAt: Date }
  /** Undefined for this browser's valid token; `csrf-stale` if it has only expired. */
  refuse(
    token: unknown,
    browserHash: Buffer | undefined,
    now: Date,
  ): Extract<ProblemCode, 'csrf' | 'csrf-stale'> | undefined
}

/** A token is its expiry (milliseconds, base 36) and an HMAC-SHA-256 over expiry and browser. */
export function createCsrfTokens(secrets: Secrets): CsrfTokens {
  const keys = derivedKeys(secrets, 'csrf')
  const sign = (expiry: string, browserHash: Buffer, key = keys[0]) =>
    createHmac('sha256', key).update(expiry).update('\n').update(browserHash).digest()
  return {
    issue(browserHash, now) {
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const expiry = expiresAt.getTime().toString(36)
      return { token: `${expiry}.${sign(expiry, browserHash).toString('base64url')}`, expiresAt }
    },
    refuse(token, browserHash, now) {
      const parts = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(String(token))
      if (!parts || !browserHash) return 'csrf'
      // mutant `'' → 'mutant'`: both are there
      const [, expiry = '', signature = ''] = parts
      const said = Buffer.from(signature, 'base64url')
      if (!keys.some((key) => timingSafeEqual(sign(expiry, browserHash, key), said))) return 'csrf'
      return Number.parseInt(expiry, 36) > now.getTime() ? undefined : 'csrf-stale'
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    csrfTokens: CsrfTokens
  }
}
