import { rangeOf } from '#domain/page-size.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import { insertApiKey, readApiKeys, withdrawKey } from '#server/identity/sessions/api-key.store.ts'
import { keyText } from '#server/identity/sessions/key-text.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { isNetwork } from '#server/identity/sessions/viewer-by-key.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { apiKeyMail } from '#server/platform/mail/templates/admin-settings.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** `GET /api/admin/keys`: a page of them. */
export const showApiKeys: UseCase<'apiKeys', 'database'> = async ({ database }, { query: { page } }) => {
  const { count, rows } = await readApiKeys(database.db, rangeOf(page))
  const keys = rows.map(({ id, name, ending, scopes, networks, ...row }) => ({
    id,
    name,
    ending,
    scopes: [...scopes],
    networks: [...networks],
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
  return { status: 200, body: { count, keys } }
}

/**
 * Makes a key, and mails the admin that there is one. Only its digest is stored. 403 `not-in-demo`; 422 by field; else refused as
 * `confirmAdminFully`.
 */
export const makeApiKey: UseCase<'makeApiKey'> = async (services, context) => {
  const { clock, config, database, random } = services
  const { name, scopes, days, networks } = context.body
  if (config.demo) return new Problem('not-in-demo')
  if (name.trim() === '') return new Problem('invalid', { fields: { name: 'field_invalid' } })
  if (!networks.every(isNetwork)) return new Problem('invalid', { fields: { networks: 'field_invalid' } })
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  const now = clock.real()
  const key = keyText(Buffer.from(random.token(), 'base64url'))
  const row = {
    id: random.id(),
    name: name.trim(),
    key_hash: sha256(key),
    ending: key.slice(-4),
    scopes: [...new Set(scopes)],
    networks,
    created_at: now,
    expires_at: days === null ? null : new Date(now.getTime() + days * 86_400_000),
  }
  await inTransaction(database.db, async (trx) => {
    await insertApiKey(trx, row)
    await mailToUser(trx, services, by.userId, {
      template: 'api-key-made',
      contentFor: (admin, language) => apiKeyMail({ name: admin, key: row.name }, config, language),
    })
    await recordAudit(trx, services, by, {
      action: 'api-key-made',
      target: row.name,
      after: { scopes: row.scopes.join(' '), networks: networks.join(' '), days },
    })
  })
  return { status: 200, body: { key } }
}

/** Withdraws a key at once. 404 for an unknown or withdrawn one; else refused as `confirmAdminLately`. */
export const withdrawApiKey: UseCase<'withdrawApiKey'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const name = await withdrawKey(trx, id, services.clock.real())
    if (name === undefined) return new Problem('not-found')
    return { action: 'api-key-withdrawn', target: name }
  })
}
