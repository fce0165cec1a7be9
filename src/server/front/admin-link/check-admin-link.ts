import { type AdminLinkPurpose, adminLinkPurpose } from '#domain/accounts/admin.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AdminLinkRow, findAdmin, findAdminLink } from './admin-link.store.ts'

/** A valid link, and the admin, if there is one. */
type WorkingLink = AdminLinkRow & {
  readonly codeHash: Buffer
  readonly purpose: AdminLinkPurpose
  readonly admin: { readonly userId: string } | undefined
}

/**
 * Returns the valid link of a code. 422 `admin-link-wrong` for any other, without a reason, which would reveal whether
 * there is an admin; 429 after too many attempts.
 */
export async function checkAdminLink(
  { limits, database, clock }: Pick<Services, 'database' | 'clock' | 'limits'>,
  { code, visitor }: { readonly code: string; readonly visitor: Visitor },
): Promise<WorkingLink | Problem> {
  const wait = await limits.confirm.consume(visitor.network)
  if (wait) return wait
  const codeHash = sha256(code.trim())
  const link = await findAdminLink(database.db, { codeHash, real: clock.real() })
  if (!link) return new Problem('admin-link-wrong')
  const admin = await findAdmin(database.db)
  const purpose = adminLinkPurpose(link, admin !== undefined)
  return purpose ? { ...link, codeHash, purpose, admin } : new Problem('admin-link-wrong')
}
