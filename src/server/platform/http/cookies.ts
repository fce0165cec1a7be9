import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Cookies: `session` of a signed-in browser, `visitor` of a signed-out one (its CSRF tokens and playback grants are
 * bound to it), `code-host` during sign-in by the code host or by a company
 * (code-host/sent-browser.ts), `device` after a first sign-in
 * (sessions/known-browser.ts), `language` after a choice of language, `orders` after opening links of orders
 * (shop/own-order.ts).
 */
type CookieName = 'session' | 'visitor' | 'code-host' | 'device' | 'language' | 'orders'

/** The requesting browser, and the reply that sets its cookies. */
export type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * Writes a cookie; all cookies are written here (product.md section 9: path '/', lifetime of the session unless
 * `maxAgeSeconds` is set). On https the prefix `__Host-` makes the browser enforce Secure, this host and path '/'.
 */
export function writeCookie(
  reply: FastifyReply,
  config: Pick<Config, 'https'>,
  name: CookieName,
  value: string,
  { maxAgeSeconds }: { maxAgeSeconds?: number } = {},
): void {
  // Fastify appends it to the reply's other cookies
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

/** Returns the value of a cookie. */
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

/** Returns the 256-bit base64url token of a cookie; anything else was not written by us. */
export function readToken(
  request: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'https'>,
  name: CookieName,
): string | undefined {
  const cookie = readCookie(request, config, name)
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : undefined
}

/** The cookie's name with its prefix. */
export function cookieName({ https }: Pick<Config, 'https'>, name: CookieName): string {
  return `${https ? '__Host-' : ''}lectern-${name}`
}

/**
 * Returns a `Set-Cookie` line. Throws for a name with ; = or whitespace, and for a value with ; or line breaks
 * (product.md section 8), which could inject attributes or headers.
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
 * Gives a browser without a session a token, so that CSRF tokens and playback grants can be bound to it. Returns the
 * token's hash: the visitor's `browserHash` from the next request on.
 */
export function openPreSession(services: Pick<Services, 'config' | 'random'>, reply: FastifyReply): Buffer {
  const token = services.random.token()
  writeCookie(reply, services.config, 'visitor', token)
  return sha256(token)
}
