import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Call } from '#contract/call.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { needsSecondFactor } from '#domain/accounts/admin.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Viewer, Visitor } from './visitor.ts'

/**
 * Refuses visitors that the call's `actor` excludes, before the body is read. Rights to a single object are checked by
 * the use case. Outside of the demo the admin needs a second factor: without one, the admin's calls are refused with
 * 403 `second-factor-needed`. While the admin is switched into an account, calls that do not allow it are refused with
 * 403 `not-while-switched`.
 */
export function registerGuard(
  app: FastifyInstance,
  { demo, isTwoFactorOn, recordSwitched }: GuardOptions,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { call } = request.routeOptions.config
    const { viewer } = request.visitor
    const isShut = call && viewer?.switchedBy !== undefined && !isOpenWhileSwitched(call)
    const code = isShut ? 'not-while-switched' : call && refusalOf(call.actor, request.visitor, demo)
    if (code) {
      reply.send(new Problem(code))
      // mutant `viewer → true`: signed-out visitors were refused before
    } else if (call?.actor === 'admin' && viewer && !demo) {
      isTwoFactorOn(viewer.userId).then((secondFactorOn) => {
        if (needsSecondFactor({ admin: viewer.admin, demo, secondFactorOn }))
          reply.send(new Problem('second-factor-needed'))
        else next()
      }, next)
    } else next()
  })
  // runs late: a write refused for its CSRF token is not recorded
  app.addHook('preHandler', async (request, reply) => {
    const { call } = request.routeOptions.config
    const { viewer } = request.visitor
    if (viewer?.switchedBy === undefined || call?.whileSwitched !== 'recorded') return
    const fits = (schema: Call['body']) => !schema || schema.safeParse(request.body).success
    // the route refuses it
    if (!fits(call.body)) return
    if (!fits(call.bodyWhileSwitched)) return reply.send(new Problem('not-while-switched'))
    await recordSwitched(call, viewer, request)
  })
}

type GuardOptions = {
  readonly demo: boolean
  readonly isTwoFactorOn: (userId: string) => Promise<boolean>
  /** Records an action of the admin in another account, before it is done. */
  readonly recordSwitched: (call: Call, viewer: Viewer, request: FastifyRequest) => Promise<void>
}

/**
 * Returns whether a call is open to a switched admin. In another account the admin reads and changes nothing important:
 * what is not explicitly allowed is refused, including the admin's own calls. The demo's controls belong to the site,
 * and a signed message to no visitor.
 */
function isOpenWhileSwitched({ actor, method, whileSwitched }: Call): boolean {
  if (actor === 'admin') return false
  if (actor === 'demo' || actor === 'signed') return true
  return method === 'GET' ? whileSwitched !== false : whileSwitched !== undefined && whileSwitched !== false
}

function refusalOf(actor: Actor, { viewer, pending }: Visitor, demo: boolean): ProblemCode | undefined {
  if (actor === 'anyone' || actor === 'signed') return undefined
  if (actor === 'demo') return demo ? undefined : 'not-found'
  if (actor === 'two-factor') return pending?.kind === 'two-factor-pending' ? undefined : 'login-required'
  if (actor === 'password-change' && pending?.kind === 'password-change') return undefined
  if (!viewer) return 'login-required'
  if (actor === 'password-change') return undefined
  if (actor === 'viewer') return undefined
  const allowed = actor === 'admin' ? viewer.admin : viewer.permissions.includes(actor)
  return allowed ? undefined : 'forbidden'
}
