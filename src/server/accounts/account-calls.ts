import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { confirmContact } from './confirm-contact.ts'
import { login } from './login.ts'
import { readSession } from './read-session.ts'
import { register } from './register.ts'
import { endSession } from './sessions.ts'

/** The calls by which somebody comes to an account, into it, and out of it again. */
export function registerAccountCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.register, (context) => register(app, services, context))
  route(app, calls.confirmContact, (context) => confirmContact(app, services, context))
  route(app, calls.login, (context) => login(app, services, context))
  route(app, calls.logout, async (browser) => {
    await endSession(services, browser)
    return { status: 200, body: { status: 'ok' } } as const
  })
  route(app, calls.userSession, async ({ visitor, reply }) => {
    reply.header('cache-control', 'private, no-cache')
    return { status: 200, body: await readSession(services, visitor.viewer) }
  })
}
