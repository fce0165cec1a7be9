import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Our cookies: `session` of a signed-in browser, `visitor` of one that is not (what its CSRF tokens and playback grants
 * are bound to), `code-host` of one that went to the code host (code-host/sent-browser.ts), `device` of one that has signed
 * in before (sessions/known-browser.ts), `language` of one in which a language was chosen, `orders` of one that came by the
 * links of orders (shop/own-order.ts).
 */
type CookieName = 'session' | 'visitor' | 'code-host' | 'device' | 'language' | 'orders'

/** The browser that asks, and the reply in which its cookies change. */
export type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * The one writer of cookies (product.md section 9: path '/', lifetime of the session, unless `maxAgeSeconds` says
 * otherwise). On https the name's prefix makes the browser insist that it is Secure, of this host alone and of path '/'.
 */
export function writeCookie(
  reply: FastifyReply,
  config: Pick<Config, 'https'>,
  name: CookieName,
  value: string,
  { maxAgeSeconds }: { maxAgeSeconds?: number } = {},
): void {
  // Fastify adds it to those that the reply has already
  reply.header(
    'set-cookie',
    serializeCookie(cookieName(config, name), value, {
      secure: config.https,
      ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
    }),
  )
}

/** Deletes a cookie in the browser. */
export function clearCookie(reply: FastifyReply, config: Pick<Config, 'https'>, name: CookieName): void {
  writeCookie(reply, config, name, '', { maxAgeSeconds: 0 })
}

/** What the browser sent under a name of ours. */
export function readCookie(
  request: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'https'>,
  name: CookieName,
): string | undefined {
  const { cookie } = request.headers
  const wanted = `${cookieName(config, name)}=`
  for (let at = cookie?.indexOf(wanted) ?? -1; cookie && at >= 0; at = cookie.indexOf(wanted, at + 1)) {
    const before = cookie.slice(0, at).trimEnd()
    if (before !== '' && !before.endsWith(';')) continue
    const end = cookie.indexOf(';', at)
    return cookie.slice(at + wanted.length, end < 0 ? undefined : end).trimEnd()
  }
  return undefined
}

/** The token of 256 bit, as base64url, that we gave a browser under a name; anything else was not written by us. */
export function readToken(
  request: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'https'>,
  name: CookieName,
): string | undefined {
  const cookie = readCookie(request, config, name)
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : undefined
}

/** The name as the browser knows it. */
export function cookieName({ https }: Pick<Config, 'https'>, name: CookieName): string {
  return `${https ? '__Host-' : ''}lectern-${name}`
}

/**
 * A `Set-Cookie` line. Throws for a name that contains ; = or whitespace, and for a value that contains ; or line
 * breaks (product.md section 8): either would let a value write attributes or headers of its own.
 */
export function serializeCookie(
  name: string,
  value: string,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds?: number },
): string {
  if (name === '' || /[;=\s]/.test(name))
    throw new TypeError('A cookie name must not contain ; = or whitespace')
  if (/[;\r\n]/.test(value)) throw new TypeError('A cookie value must not contain ; or line breaks')
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax']
  if (secure) attributes.push('Secure')
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`)
  return [`${name}=${value}`, ...attributes].join('; ')
}

/**
 * Gives a browser without a session a token of its own, so that a CSRF token or a playback grant can be bound to it.
 * Answers the token's hash: the visitor's `browserHash` from the next request on.
 */
export function openPreSession(services: Pick<Services, 'config' | 'random'>, reply: FastifyReply): Buffer {
  const token = services.random.token()
  writeCookie(reply, services.config, 'visitor', token)
  return sha256(token)
}
