import type { FastifyRequest } from 'fastify'
import { type Browser, readToken, writeCookie } from '#server/platform/http/cookies.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Knows the browser again that is being sent to the code host: answers the hash of its cookie, which it is given with this
 * reply if it has none. The pre-session would not do: a page that is being left may just be given one by another reply, and
 * the reply that came last would take away what was bound to the other (decisions/084-code-host.md).
 */
export function markSentBrowser(
  { config, random }: Pick<Services, 'config' | 'random'>,
  { request, reply }: Browser,
): Buffer {
  const known = sentBrowser({ config }, request)
  if (known) return known
  const token = random.token()
  writeCookie(reply, config, 'code-host', token)
  return sha256(token)
}

/** What a browser that was sent to the code host is known by. Undefined for any other. */
export function sentBrowser(
  { config }: Pick<Services, 'config'>,
  request: Pick<FastifyRequest, 'headers'>,
): Buffer | undefined {
  const token = readToken(request, config, 'code-host')
  return token === undefined ? undefined : sha256(token)
}
