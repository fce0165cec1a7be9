import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Config } from '#server/platform/config/config.ts'
import { derivedKey } from '#server/platform/runtime/derived-key.ts'

/**
 * Writes one line for each request. Of its address only the path, for a query may hold the code of a mailed link, of a
 * media path not the grant, and of an invite link not its code; no headers but the user agent, no body. Whoever signs in or
 * chooses a password is named by their user id; an attempt that fails, by a keyed hash of who it said it was (`claimed`): lines
 * of the same address, passkey or person at a code host can be found together, and no address can be read.
 */
export function registerRequestLog(app: FastifyInstance, { appSecret }: Pick<Config, 'appSecret'>): void {
  const key = derivedKey(appSecret, 'names in the log')
  const hashed = (claimed: string) =>
    createHmac('sha256', key).update(emailKey(claimed)).digest('base64url').slice(0, 16)
  app.decorateRequest('problemCode')
  app.decorateRequest('concerned')
  app.addHook('onResponse', (request, reply, next) => {
    const { method, url, headers, visitor, problemCode, concerned } = request
    request.log.info(
      {
        method,
        path: loggedPath(url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        problem: problemCode,
        userId: concerned?.userId ?? visitor?.viewer?.userId ?? visitor?.pending?.userId,
        claimed: concerned?.claimed === undefined ? undefined : hashed(concerned.claimed),
        network: visitor?.network,
        userAgent: headers['user-agent']?.slice(0, 200),
      },
      'request',
    )
    next()
  })
}

/** A path as it may be kept: without query, the grant that opens a film, and the codes that open an account or are worth money. */
export function loggedPath(url: string): string {
  const end = url.search(/[?#]/)
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, 500)
  // to look is quicker than to replace nothing
  if (withSecret.test(path)) return path.replace(withSecret, '$1…')
  // the router reads `/medi%61/` as well
  const read = path.includes('%') ? decoded(path) : path
  return withSecret.test(read) ? read.replace(withSecret, '$1…') : path
}

const withSecret = /^(\/+(?:media|join|redeem|api\/+invite)\/+)[^/]+/i

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log, where no session says it: who was signed in or given a password, or who somebody said they were. */
    concerned?:
      | { readonly userId: string; readonly claimed?: never }
      | { readonly userId?: never; readonly claimed: string }
      | undefined
  }
}
