import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { sessionExpiry } from '#server/identity/sessions/session-lifetime.ts'
import {
  deleteSwitchedSession,
  insertSwitchedSession,
} from '#server/identity/sessions/switched-session.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import { writeCookie } from '#server/platform/http/cookies.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { findPersonBehind } from './admin-accounts.store.ts'
import { confirmAdminLately } from './confirm-admin.ts'

/**
 * Switches the admin into an account as its owner, or as the user of a contact: opens a session of that user on top of
 * the admin's own, for an hour at most. The guard restricts it. 403 `password-required` without a password where the
 * last proof of identity is more than five minutes old; 403 `forbidden` for the admin's own account, 404 for an unknown
 * id.
 */
export const switchAsAdmin: UseCase<'switchInto'> = async (services, context) => {
  const { body, viewer, request, reply } = context
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const token = services.random.token()
  const now = services.clock.real()
  const refused = await inTransaction(services.database.db, async (trx) => {
    const person = await findPersonBehind(trx, body.id)
    if (!person) return new Problem('not-found')
    if (person.accountId === adminAccountId) return new Problem('forbidden')
    await insertSwitchedSession(trx, {
      tokenHash: sha256(token),
      userId: person.userId,
      from: viewer.sessionHash,
      userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      network: clientNetwork(request.ip),
      now,
      expiresAt: sessionExpiry({ staySignedIn: false, admin: true, switched: true, createdAt: now }, now),
    })
    await recordAudit(
      trx,
      services,
      { ...by, actingAs: person.accountId },
      { action: 'switched', target: person.accountId, after: { userId: person.userId } },
    )
    return undefined
  })
  if (refused) return refused
  writeCookie(reply, services.config, 'session', token)
  return { status: 200, body: { status: 'ok' } }
}

/** Returns the admin to their own session, with a new cookie. 404 for a session that is not switched. */
export const returnFromSwitch: UseCase<'returnFromSwitch'> = async (services, { viewer, request, reply }) => {
  const { switchedBy, accountId, userId, sessionHash } = viewer
  if (switchedBy === undefined) return new Problem('not-found')
  const token = services.random.token()
  const by = {
    userId: switchedBy,
    actingAs: accountId,
    network: request.visitor.network,
    requestId: request.id,
  }
  await inTransaction(services.database.db, async (trx) => {
    await deleteSwitchedSession(trx, sessionHash, sha256(token))
    await recordAudit(trx, services, by, { action: 'switch-ended', target: accountId, after: { userId } })
  })
  writeCookie(reply, services.config, 'session', token)
  return { status: 200, body: { status: 'ok' } }
}
