import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Config } from '#server/platform/config/config.ts'
import { derivedKey } from '#server/platform/runtime/derived-key.ts'

/**
 * Logs one line per request. Of the address only the path is logged, because a query may contain a mailed code; media
 * grants, invite codes and the tokens of previews are masked; no headers but the user agent, no body. Sign-ins and password changes are logged
 * with the user id; failed attempts with a keyed hash of the claimed identity (`claimed`): lines of the same address,
 * passkey or code host user can be correlated, and no address can be read.
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

/**
 * Returns a path that is safe to log: without query, media grants, and codes that open an account or are worth money.
 */
export function loggedPath(url: string): string {
  const end = url.search(/[?#]/)
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, 500)
  // a test is faster than a replacement without a match
  if (withSecret.test(path)) return path.replace(withSecret, '$1…')
  // the router also decodes `/medi%61/`
  const read = path.includes('%') ? decodedPath(path) : path
  return withSecret.test(read) ? read.replace(withSecret, '$1…') : path
}

const withSecret = /^(\/+(?:media|join|redeem|preview|api\/+(?:invite|preview))\/+)[^/]+/i

/** Decodes a path; returns it unchanged if it is not valid percent-encoding. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * For the log, where the session does not tell it: the user who signed in or got a password, or the claimed
     * identity.
     */
    concerned?:
      | { readonly userId: string; readonly claimed?: never }
      | { readonly userId?: never; readonly claimed: string }
      | undefined
  }
}
