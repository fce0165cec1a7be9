import type { FastifyRequest } from 'fastify'
import { type Browser, readToken, writeCookie } from '#server/platform/http/cookies.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Returns the hash of the cookie that identifies the browser on its return from the code host; sets one with this reply
 * if needed. The pre-session does not suffice: a page that is being left may just be given one by another reply, and
 * the last reply would invalidate what was bound to the other (decisions/084-code-host.md).
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

/** Returns the hash of that cookie. Undefined for any other browser. */
export function sentBrowser(
  { config }: Pick<Services, 'config'>,
  request: Pick<FastifyRequest, 'headers'>,
): Buffer | undefined {
  const token = readToken(request, config, 'code-host')
  return token === undefined ? undefined : sha256(token)
}
