import type { FastifyInstance } from 'fastify'
import { teamCalls } from '#contract/team/team-calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { notifyNewUser } from './notify-new-user.ts'
import { quoteUsersCall } from './quote-users.ts'
import { saveUsers } from './save-users.ts'

/** What whoever manages the users of an account does with them. */
export function registerTeamCalls(app: FastifyInstance, services: Services): void {
  route(app, teamCalls.saveUsers, (context) => saveUsers(app, services, context))
  route(app, teamCalls.usersQuote, (context) => quoteUsersCall(services, context))
  route(app, teamCalls.notifyNewUser, (context) => notifyNewUser(app, services, context))
}
