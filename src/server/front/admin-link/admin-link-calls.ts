import type { FastifyInstance } from 'fastify'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { route, type UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { checkAdminLink } from './check-admin-link.ts'
import { createAdmin } from './create-admin.ts'
import { renewAdminPassword } from './renew-admin-password.ts'

/** Registers the calls of the page behind the command line's link. */
export function registerAdminLinkCalls(app: FastifyInstance, services: Services): void {
  route(app, adminLinkCalls.adminLink, (context) => readAdminLink(services, context))
  route(app, adminLinkCalls.createAdmin, (context) => createAdmin(services, context))
  route(app, adminLinkCalls.renewAdminPassword, (context) => renewAdminPassword(services, context))
}

/** Returns what the link's page must ask for. Does not use the link up. 422 `admin-link-wrong`. */
const readAdminLink: UseCase<'adminLink', 'database' | 'clock' | 'limits'> = async (
  services,
  { body, visitor },
) => {
  const link = await checkAdminLink(services, { code: body.code, visitor })
  if (link instanceof Problem) return link
  const { admin, email, withoutTwoFactor } = link
  if (!admin) return { status: 200, body: { purpose: 'new-admin', email } }
  const { addresses } = await readConfirmedAddresses(services.database.db, admin.userId)
  return { status: 200, body: { purpose: 'new-password', email: addresses[0] ?? '', withoutTwoFactor } }
}
