import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { provedLately } from '#server/identity/sessions/proved-lately.ts'
import { confirmSession } from '#server/identity/sessions/session.store.ts'
import type { AuditActor } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { wrongAdminPasswordsMail } from '#server/platform/mail/templates/credentials.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * What each change of the admin's asks for beyond the session (product.md section 6): their own password, once more. 403
 * `wrong-password`; after five wrong ones within 15 minutes 429, and the admin is notified by mail: somebody sits at their
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
  await confirmSession(services.database, viewer.sessionHash, services.clock.real())
  return { userId: viewer.userId, network: request.visitor.network, requestId: request.id }
}

/**
 * The same for what the admin does many times in a row and what moves no money: the password is asked for (403
 * `password-required`) only where the admin last proved more than five minutes ago who they are.
 */
export async function confirmAdminLately(
  app: FastifyInstance,
  services: Services,
  context: { viewer: Viewer; request: FastifyRequest },
  password: string | undefined,
): Promise<AuditActor | Problem> {
  if (password !== undefined) return confirmAdmin(app, services, context, password)
  const { viewer, request } = context
  if (!(await provedLately(services, viewer))) return new Problem('password-required')
  return { userId: viewer.userId, network: request.visitor.network, requestId: request.id }
}

/** Tells the admin, once in 15 minutes, that a wrong password was entered again and again at a session of theirs. */
async function notifyOfWrongPasswords(services: Services, userId: string): Promise<void> {
  const quarter = Math.floor(services.clock.real().getTime() / (15 * 60_000))
  services.log.warn({ userId }, 'a wrong password was entered five times at a session of the admin')
  await inTransaction(services.database.db, (trx) =>
    mailToUser(trx, services, userId, {
      template: 'wrong-admin-passwords',
      effect: `${userId} ${quarter}`,
      contentFor: (name, language) => wrongAdminPasswordsMail({ name }, services.config, language),
    }),
  )
}
