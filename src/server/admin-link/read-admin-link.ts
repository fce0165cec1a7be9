import type { FastifyInstance } from 'fastify'
import type { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'
import { checkAdminLink } from './check-admin-link.ts'

/** What the page behind a link is to ask for. Looking spends nothing. 422 `admin-link-wrong`. */
export async function readAdminLink(
  app: FastifyInstance,
  services: Services,
  { body, visitor }: CallContext<typeof adminLinkCalls.adminLink>,
): Promise<CallAnswer<typeof adminLinkCalls.adminLink>> {
  const link = await checkAdminLink(app, services, { code: body.code, visitor })
  if (link instanceof Problem) return link
  const { admin, email, withoutTwoFactor } = link
  if (!admin) return { status: 200, body: { purpose: 'new-admin', email } }
  const { addresses } = await readConfirmedAddresses(services.database.db, admin.userId)
  return { status: 200, body: { purpose: 'new-password', email: addresses[0] ?? '', withoutTwoFactor } }
}
