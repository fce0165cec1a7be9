import type { FastifyInstance } from 'fastify'
import type { Actor } from '#contract/call.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { needsSecondFactor } from '#domain/accounts/admin.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Visitor } from './visitor.ts'

/**
 * Refuses visitors whom the call's `actor` excludes, before the body is read. What somebody may do with one object of
 * theirs is for the use case to decide. The admin needs a second factor: without one, each of the admin's calls is
 * refused with 403 `second-factor-needed`, outside of a demo.
 */
export function registerGuard(
  app: FastifyInstance,
  { demo, isTwoFactorOn }: { demo: boolean; isTwoFactorOn: (userId: string) => Promise<boolean> },
): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { call } = request.routeOptions.config
    const { viewer } = request.visitor
    const code = call && refusalOf(call.actor, request.visitor, demo)
    if (code) {
      reply.send(new Problem(code))
      // mutant `viewer → true`: whoever is not signed in has been refused
    } else if (call?.actor === 'admin' && viewer && !demo) {
      isTwoFactorOn(viewer.userId).then((secondFactorOn) => {
        if (needsSecondFactor({ admin: viewer.admin, demo, secondFactorOn }))
          reply.send(new Problem('second-factor-needed'))
        else next()
      }, next)
    } else next()
  })
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
