import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActor } from '#server/audit/record-audit.ts'
import type { Viewer } from '#server/http/visitor.ts'
import { checkOwnPassword } from '#server/passwords/own-password.ts'
import type { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { notifyOfWrongPasswords } from './notify-of-wrong-passwords.ts'

/**
 * What each change of the admin's asks for beyond the session (product.md section 6): their own password, once more. 403
 * `wrong-password`; after five wrong ones within 15 minutes 429, and the admin is told by mail: somebody sits at their
 * session. Answers who it is, for the audit log.
 */
export async function confirmAdmin(
  app: FastifyInstance,
  services: Services,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  password: string,
): Promise<AuditActor | Problem> {
  const limit = app.limits.adminPassword
  const refused = await checkOwnPassword(app, services, viewer, password, limit)
  if (refused?.code === 'wrong-password' && (await limit.isSpent(viewer.userId)))
    await notifyOfWrongPasswords(services, viewer.userId)
  if (refused) return refused
  return { userId: viewer.userId, network: request.visitor.network, requestId: request.id }
}
