import type { FastifyInstance } from 'fastify'
import { teamCalls } from '#contract/team/team-calls.ts'
import { route } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { addInvite } from './add-invite.ts'
import { endInvite } from './invite.store.ts'
import { join } from './join.ts'
import { listInvites } from './list-invites.ts'
import { previewUsers } from './preview-users.ts'
import { readInvitation } from './read-invitation.ts'
import { reportUsage } from './report-usage.ts'
import { usageCsv } from './usage-csv.ts'

/** What helps with many users: links by which they come themselves, lists that are imported, a report of what they do. */
export function registerTeamToolCalls(app: FastifyInstance, services: Services): void {
  const { database, clock } = services
  route(app, teamCalls.invites, async ({ viewer }) => ({
    status: 200,
    body: await listInvites(services, viewer.accountId),
  }))
  route(app, teamCalls.addInvite, (context) => addInvite(services, context))
  route(app, teamCalls.revokeInvite, async ({ params: { id }, viewer: { accountId } }) => {
    if (!(await endInvite(database.db, { id, accountId, now: clock.now() }))) return new Problem('not-found')
    return { status: 200, body: await listInvites(services, accountId) }
  })
  route(app, teamCalls.invitation, (context) => readInvitation(app, services, context))
  route(app, teamCalls.join, (context) => join(app, services, context))
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
