import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CodeHostProblem, codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/** Redirects the browser. */
export function redirect(reply: FastifyReply, address: string): 'sent' {
  reply.redirect(address, 302)
  return 'sent'
}

/** Redirects to a page that reports the problem: the signed-in user's own page, else the login. */
export function redirectToProblem(
  reply: FastifyReply,
  { viewer }: Pick<Visitor, 'viewer'>,
  problem: CodeHostProblem,
): 'sent' {
  return redirect(reply, href(viewer ? 'security' : 'login', {}, { problem }))
}

/**
 * Returns the redirect URI. In the demo it has the request's host, because cookies are bound to it; the host was
 * checked before.
 */
export function callbackAddress({ baseUrl, demo }: Config, { headers }: FastifyRequest): string {
  const origin = demo && headers.host ? `${baseUrl.protocol}//${headers.host}` : baseUrl.origin
  return origin + codeHostCalls.finishCodeHostSignIn.path
}
