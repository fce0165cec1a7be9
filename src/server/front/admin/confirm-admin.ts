import type { FastifyRequest } from 'fastify'
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

/** What is needed of a call of the admin to confirm them. */
export type AdminContext = {
  readonly viewer: Viewer
  readonly request: FastifyRequest
  readonly body: { readonly password?: string | undefined }
}

/**
 * Verifies the admin's password, which each change needs besides the session (product.md section 6). 403
 * `wrong-password`, or `password-required` without one; 429 after five wrong ones within 15 minutes, and the admin is notified by mail of a possible stolen
 * session. Returns the admin, for the audit log. A program with a key has no password: its calls (`contract/key-scopes.ts`) need none.
 */
export async function confirmAdmin(
  services: Services,
  { viewer, request, body: { password } }: AdminContext,
): Promise<AuditActor | Problem> {
  if (viewer.key) return actorOf(viewer, request)
  if (password === undefined) return new Problem('password-required')
  const limit = services.limits.adminPassword
  const refused = await checkOwnPassword(services, viewer, password, limit)
  if (refused?.code === 'wrong-password' && (await limit.isSpent(viewer.userId)))
    await notifyOfWrongPasswords(services, viewer.userId)
  if (refused) return refused
  await confirmSession(services.database, viewer.sessionHash, services.clock.real())
  return actorOf(viewer, request)
}

/**
 * The same for frequent actions that move no money: the password is only needed (403 `password-required`) if the last
 * proof of identity is more than five minutes old.
 */
export async function confirmAdminLately(
  services: Services,
  context: AdminContext,
): Promise<AuditActor | Problem> {
  const { viewer, request, body } = context
  if (body.password !== undefined || viewer.key) return confirmAdmin(services, context)
  if (!(await provedLately(services, viewer))) return new Problem('password-required')
  return actorOf(viewer, request)
}

function actorOf({ userId, key }: Viewer, { id, visitor }: FastifyRequest): AuditActor {
  return { userId, network: visitor.network, requestId: id, ...(key && { key: key.name }) }
}

/** Notifies the admin, once in 15 minutes, of repeated wrong passwords in one of their sessions. */
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
