import * as z from 'zod/mini'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { type AdminLinkPurpose, adminLinkMinutes, adminLinkPurpose } from '#domain/accounts/admin.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AdminLinkRow, findAdmin, storeAdminLink } from './admin-link.store.ts'

export type AdminLinkOutcome =
  | { readonly kind: 'link'; readonly purpose: AdminLinkPurpose; readonly url: string }
  | { readonly kind: 'admin-exists' }

/**
 * Creates the link for becoming the admin, or, with `again`, for a new password of the admin. The code is only in the
 * result, the database stores its SHA-256; an earlier link becomes invalid. Where there is an admin already and `again`
 * is not set, nothing is changed.
 */
export async function makeAdminLink(
  { database, clock, random, baseUrl }: Pick<Services, 'database' | 'clock' | 'random'> & { baseUrl: URL },
  asked: AdminLinkRow,
): Promise<AdminLinkOutcome> {
  const code = random.token()
  const createdAt = clock.real()
  const expiresAt = new Date(createdAt.getTime() + adminLinkMinutes * 60_000)
  return inTransaction(database.db, async (trx) => {
    const purpose = adminLinkPurpose(asked, (await findAdmin(trx)) !== undefined)
    if (!purpose) return { kind: 'admin-exists' }
    await storeAdminLink(trx, { ...asked, codeHash: sha256(code), createdAt, expiresAt })
    return { kind: 'link', purpose, url: new URL(deskHref('createAdmin', {}, { code }), baseUrl).href }
  })
}

/** The control command with which a running server creates the link (command-line/control-socket.ts). */
export const adminLinkCommand = 'make-admin-link'

const Asked = z.strictObject({
  email: z.nullable(z.string()),
  again: z.boolean(),
  withoutTwoFactor: z.boolean(),
})

/** Creates the link in the running server, which alone can open the embedded database. */
export async function makeAdminLinkOnRequest(
  { database, clock, random, config }: Pick<Services, 'database' | 'clock' | 'random' | 'config'>,
  request: unknown,
): Promise<AdminLinkOutcome> {
  return makeAdminLink({ database, clock, random, baseUrl: config.baseUrl }, Asked.parse(request))
}
