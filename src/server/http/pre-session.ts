import type { FastifyReply } from 'fastify'
import { sha256 } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'
import { writeCookie } from './cookies.ts'

/**
 * Gives a browser without a session a token of its own, so that a CSRF token or a playback grant can be bound to it.
 * Answers the token's hash: the visitor's `browserHash` from the next request on.
 */
export function openPreSession(services: Pick<Services, 'config' | 'random'>, reply: FastifyReply): Buffer {
  const token = services.random.token()
  writeCookie(reply, services.config, 'visitor', token)
  return sha256(token)
}
