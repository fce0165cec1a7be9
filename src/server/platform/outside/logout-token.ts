import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import * as z from 'zod/mini'

const Header = z.object({
  alg: z.enum(['RS256', 'PS256', 'ES256']),
  kid: z.optional(z.string()),
  typ: z.optional(z.string()),
})
const Body = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
  exp: z.optional(z.number()),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  nonce: z.optional(z.unknown()),
  events: z.record(z.string(), z.unknown()),
})
const Keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** How old a token may be, and how far ahead of this clock, in milliseconds. */
const toleranceMs = 5 * 60_000

/** Whose sessions end: those with that `sid`, else all of that subject; none that began after `issuedAt`. */
export type Logout = {
  readonly sid: string | undefined
  readonly subject: string | undefined
  readonly issuedAt: Date
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6): signature, issuer, audience, event, age.
 * An ID token is none. Undefined for any fault.
 */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, now }: { issuer: string; clientId: string; now: Date },
  readKeys: () => Promise<unknown>,
): Promise<Logout | undefined> {
  const parts = token.split('.')
  const [head = '', body = '', signature = ''] = parts
  const header = Header.safeParse(jsonOf(head))
  const read = Body.safeParse(jsonOf(body))
  if (parts.length !== 3 || !header.success || !read.success) return undefined
  const { iss, aud, iat, exp, sub, sid, nonce, events } = read.data
  const isForUs = iss === issuer && [aud].flat().includes(clientId)
  const isRecent =
    Math.abs(now.getTime() - iat * 1000) <= toleranceMs && (exp ?? iat + 300) * 1000 > now.getTime()
  if (!isForUs || !isRecent || nonce !== undefined || !(logoutEvent in events)) return undefined
  if (sub === undefined && sid === undefined) return undefined
  const keys = Keys.safeParse(await readKeys().catch(() => undefined))
  if (!keys.success) return undefined
  const signed = { alg: header.data.alg, text: `${head}.${body}`, signature }
  const fitting = keys.data.keys.filter(({ kid, use }) => {
    const isNamed = header.data.kid === undefined || kid === header.data.kid
    return isNamed && use !== 'enc'
  })
  if (!fitting.some((key) => isSignedBy(key, signed))) return undefined
  return { sid, subject: sub, issuedAt: new Date(iat * 1000) }
}

function isSignedBy(
  jwk: JsonWebKey,
  { alg, text, signature }: { alg: 'RS256' | 'PS256' | 'ES256'; text: string; signature: string },
): boolean {
  if (jwk.kty !== (alg === 'ES256' ? 'EC' : 'RSA')) return false
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const options =
      alg === 'ES256'
        ? ({ key, dsaEncoding: 'ieee-p1363' } as const)
        : { key, padding: alg === 'PS256' ? 6 : 1, saltLength: 32 }
    return verify('sha256', Buffer.from(text), options, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
