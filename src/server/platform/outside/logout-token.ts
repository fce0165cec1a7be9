import * as z from 'zod/mini'

const Claims = z.object({
  iat: z.number(),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  nonce: z.optional(z.undefined()),
  events: z.record(z.string(), z.unknown()),
})
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** How far the clocks may be apart, in seconds. */
const toleranceSeconds = 60
/** With the tolerance, a token is good for five minutes. */
const ageSeconds = 4 * 60

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
  // loaded at the first use, as `openid-client`
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(Keys.parse(await readKeys())), {
      issuer,
      audience: clientId,
      algorithms: ['RS256', 'PS256', 'ES256'],
      currentDate: now,
      maxTokenAge: ageSeconds,
      clockTolerance: toleranceSeconds,
    })
    const { iat, sub, sid, events } = Claims.parse(payload)
    if (!(logoutEvent in events) || (sub === undefined && sid === undefined)) return undefined
    return { sid, subject: sub, issuedAt: new Date(iat * 1000) }
  } catch {
    return undefined
  }
}
