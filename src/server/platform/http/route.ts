import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import type { calls } from '#contract/calls.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Remember } from './idempotency.ts'
import type { Viewer, Visitor } from './visitor.ts'

/**
 * The input of a use case: the validated request, the visitor, and the raw request and reply for the few that need
 * them.
 */
export type CallContext<C extends Call> = CallRequest<C> & {
  readonly visitor: Visitor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
} & (C['actor'] extends 'anyone' | 'signed' | 'demo' | 'two-factor' | 'password-change'
    ? unknown
    : { readonly viewer: Viewer }) &
  (C extends { idempotent: true } ? { readonly remember: Remember } : unknown)

/** `sent`: the handler wrote the reply itself (ready bytes, streams). */
export type CallAnswer<C extends Call> = CallReply<C> | Problem | 'sent'

export type CallHandler<C extends Call> = (context: CallContext<C>) => Promise<CallAnswer<C>> | CallAnswer<C>

/**
 * Answers the call of that name in the contract. `Needs`: the names of the services that it takes, or their type; all
 * by default.
 */
export type UseCase<Name extends keyof typeof calls, Needs = Services> = (
  services: [Needs] extends [keyof Services] ? Pick<Services, Needs> : Needs,
  context: CallContext<(typeof calls)[Name]>,
) => Promise<CallAnswer<(typeof calls)[Name]>>

/**
 * Registers the handler of one call of the contract. Before it runs, the host has refused visitors that the call's
 * `actor` excludes, writes without a CSRF token, and requests that violate the call's schemas (422 `invalid`). The
 * handler of an idempotent call awaits `remember(trx, answer)` inside the transaction of its effect, so that a repeated
 * key finds both or neither. For an `anonymous` call no session is looked up: it is answered without the database,
 * whatever its cookies.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C>,
  { anonymous }: { readonly anonymous?: true } = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    ...(call.largestBodyBytes !== undefined && { bodyLimit: call.largestBodyBytes }),
    config: { call, ...(anonymous && { anonymous }) },
    handler: async (request, reply) => {
      const checked = check(call, request)
      if (checked instanceof Problem) return checked
      const answer = await answerOf(call, handler, { ...checked, visitor: request.visitor, request, reply })
      if (answer === 'sent') return reply
      if (answer instanceof Problem) return answer
      const schema = call.replies[answer.status]
      if (!schema) throw new TypeError(`${call.method} ${call.path} does not answer ${answer.status}`)
      reply.status(answer.status)
      // the schema is strict: a field outside of the contract never leaves the server
      return schema.parse(answer.body)
    },
  })
}

type Context = Checked & { visitor: Visitor; request: FastifyRequest; reply: FastifyReply }

function answerOf<C extends Call>(call: C, handler: CallHandler<C>, context: Context) {
  const run = async (remember?: Remember) =>
    // guard and schemas have checked what the types promise
    handler({ ...context, viewer: context.visitor.viewer, remember } as unknown as CallContext<C>)
  if (!call.idempotent) return run()
  return context.request.server.idempotency.once(call, context.request, context.body, run)
}

type Checked = { params?: unknown; query?: unknown; body?: unknown }

function check(call: Call, request: FastifyRequest): Checked | Problem {
  const checked: Checked = {}
  const fields: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) {
      if (part === 'body' && !isEmpty(request.body)) fields.body = 'field_invalid'
      continue
    }
    const result = schema.safeParse(part === 'query' ? withoutLanguage(request.query) : request[part])
    if (result.success) checked[part] = result.data
    // a malformed id is one that is not found
    else if (part === 'params') return new Problem('not-found')
    else for (const issue of result.error.issues) fields[fieldOf(issue, part)] = 'field_invalid'
  }
  return Object.keys(fields).length > 0 ? new Problem('invalid', { fields }) : checked
}

/** Every address takes `?lang` (request-language.ts); calls never see it. */
function withoutLanguage(query: unknown): unknown {
  if (!('lang' in (query as object))) return query
  const { lang: _, ...others } = query as Record<string, unknown>
  return others
}

/** Some clients send `{}` with a call without a body. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
}

/** The field of a fault; the part of the request if it concerns no single field. */
function fieldOf(issue: { path: readonly PropertyKey[] }, part: 'query' | 'body'): string {
  return issue.path.length > 0 ? issue.path.join('.') : part
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
  }
}
