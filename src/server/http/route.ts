import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { Problem } from './problem.ts'
import type { Viewer, Visitor } from './visitor.ts'

/** What a use case gets: the checked request, who asks, and the raw request and reply for the few that need them. */
export type CallContext<C extends Call> = CallRequest<C> & {
  readonly visitor: Visitor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
} & (C['actor'] extends 'anyone' | 'demo' ? unknown : { readonly viewer: Viewer })

/** `sent` where the handler wrote the reply itself (ready bytes, streams). */
export type CallAnswer<C extends Call> = CallReply<C> | Problem | 'sent'

export type CallHandler<C extends Call> = (context: CallContext<C>) => Promise<CallAnswer<C>> | CallAnswer<C>

/**
 * Registers the handler of one call of the contract. Before it runs, the host has refused whoever the call's `actor`
 * shuts out, a missing CSRF token on writes, and everything that does not fit the call's schemas (422 `invalid`).
 */
export function route<C extends Call>(app: FastifyInstance, call: C, handler: CallHandler<C>): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    handler: async (request, reply) => {
      const refusal = refuse(call, request)
      if (refusal) return refusal
      const checked = check(call, request)
      if (checked instanceof Problem) return checked
      const context = { ...checked, visitor: request.visitor, viewer: request.visitor.viewer, request, reply }
      const answer = await handler(context as unknown as CallContext<C>)
      if (answer === 'sent') return reply
      if (answer instanceof Problem) return answer
      reply.status(answer.status)
      // the schema is strict: a field that the contract does not name never leaves the house
      return call.replies[answer.status]?.parse(answer.body)
    },
  })
}

function refuse(call: Call, request: FastifyRequest): Problem | undefined {
  const { viewer } = request.visitor
  switch (call.actor) {
    case 'anyone':
    case 'demo':
      return undefined
    case 'viewer':
      return viewer ? undefined : new Problem('login-required')
    case 'admin':
      if (!viewer) return new Problem('login-required')
      return viewer.admin ? undefined : new Problem('forbidden')
    default:
      if (!viewer) return new Problem('login-required')
      return viewer.permissions.includes(call.actor) ? undefined : new Problem('forbidden')
  }
}

type Checked = { params?: unknown; query?: unknown; body?: unknown }

function check(call: Call, request: FastifyRequest): Checked | Problem {
  const checked: Checked = {}
  const fields: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) continue
    const result = schema.safeParse(request[part])
    if (result.success) checked[part] = result.data
    // an id that cannot exist is one that is not found
    else if (part === 'params') return new Problem('not-found')
    else for (const issue of result.error.issues) fields[issue.path.join('.') || part] = 'field_invalid'
  }
  return Object.keys(fields).length > 0 ? new Problem('invalid', { fields }) : checked
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
  }
  interface FastifyRequest {
    visitor: Visitor
  }
}
