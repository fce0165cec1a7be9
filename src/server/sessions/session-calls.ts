import type { FastifyInstance } from 'fastify'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'

/** The calls by which somebody sees where they are signed in, and signs out there. */
export function registerSessionCalls(app: FastifyInstance, services: Services): void {
  route(app, credentialCalls.ownSessions, (context) => ownSessions(services, context))
  route(app, credentialCalls.endOwnSession, (context) => endOwnSession(services, context))
  route(app, credentialCalls.endOtherSessions, (context) => endOtherSessions(services, context))
}
