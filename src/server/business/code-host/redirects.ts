import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CodeHostProblem, codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/** Sends the browser on. */
export function redirect(reply: FastifyReply, address: string): 'sent' {
  reply.redirect(address, 302)
  return 'sent'
}

/** Ends on a page that says why: the one that a signed-in user came from, else the login. */
export function redirectToProblem(
  reply: FastifyReply,
  { viewer }: Pick<Visitor, 'viewer'>,
  problem: CodeHostProblem,
): 'sent' {
  return redirect(reply, href(viewer ? 'security' : 'login', {}, { problem }))
}

/**
 * Where the code host sends the browser back to. In the demo it is the name of this machine that the browser uses, since
 * its cookies belong to that name; the host was checked to be one of ours before.
 */
export function callbackAddress({ baseUrl, demo }: Config, { headers }: FastifyRequest): string {
  const origin = demo && headers.host ? `${baseUrl.protocol}//${headers.host}` : baseUrl.origin
  return origin + codeHostCalls.finishCodeHostSignIn.path
}
