import type { FastifyInstance } from 'fastify'
import { teamCalls } from '#contract/team/team-calls.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { endInvite } from './invite.store.ts'
import { addInvite, listInvites } from './invites.ts'
import { join } from './join.ts'
import { notifyNewUser } from './mail-new-user.ts'
import { previewUsers } from './preview-users.ts'
import { quoteUsersCall } from './quote-users.ts'
import { readInvitation } from './read-invitation.ts'
import { refuseJoining } from './refuse-joining.ts'
import { saveUsers } from './save-users.ts'
import { reportUsage, usageCsv } from './usage-report.ts'

/** Registers the calls for an account's users: saving, invite links, import, and usage. */
export function registerTeamCalls(app: FastifyInstance, services: Services): void {
  const { database, clock } = services
  route(app, teamCalls.saveUsers, (context) => saveUsers(services, context))
  route(app, teamCalls.usersQuote, (context) => quoteUsersCall(services, context))
  route(app, teamCalls.notifyNewUser, (context) => notifyNewUser(services, context))
  route(app, teamCalls.invites, async ({ viewer }) => ({
    status: 200,
    body: await listInvites(services, viewer.accountId),
  }))
  route(app, teamCalls.addInvite, (context) => addInvite(services, context))
  route(app, teamCalls.revokeInvite, async ({ params: { id }, viewer: { accountId } }) => {
    if (!(await endInvite(database.db, { id, accountId, now: clock.now() }))) return new Problem('not-found')
    return { status: 200, body: await listInvites(services, accountId) }
  })
  route(app, teamCalls.invitation, (context) => readInvitation(services, context))
  route(app, teamCalls.refuseJoining, (context) => refuseJoining(services, context))
  route(app, teamCalls.join, (context) => join(services, context))
  route(app, teamCalls.previewUsers, (context) => previewUsers(services, context))
  route(app, teamCalls.usageReport, async ({ viewer }) => ({
    status: 200,
    body: await reportUsage(services, viewer.accountId),
  }))
  route(app, teamCalls.usageCsv, async ({ viewer, reply }) => {
    const { users } = await reportUsage(services, viewer.accountId)
    const day = clock.now().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="users-${day}.csv"`)
      .send(usageCsv(users))
    return 'sent' as const
  })
}
