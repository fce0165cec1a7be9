import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { readSession } from '#server/accounts/read-session.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { endSession } from '#server/sessions/sessions.ts'
import { login } from './login.ts'

/** The calls by which somebody comes into their account, sees who they are there, and leaves it again. */
export function registerSignInCalls(app: FastifyInstance, services: Services): void {
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
