import type { FastifyInstance } from 'fastify'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { createAdmin } from './create-admin.ts'
import { readAdminLink } from './read-admin-link.ts'
import { renewAdminPassword } from './renew-admin-password.ts'

/** The calls of the page behind the link that the command line prints. */
export function registerAdminLinkCalls(app: FastifyInstance, services: Services): void {
  route(app, adminLinkCalls.adminLink, (context) => readAdminLink(app, services, context))
  route(app, adminLinkCalls.createAdmin, (context) => createAdmin(app, services, context))
  route(app, adminLinkCalls.renewAdminPassword, (context) => renewAdminPassword(app, services, context))
}
