import { consumeSecondFactorCode } from '#server/identity/two-factor/two-factor-code.ts'
import type { AuditActor } from '#server/platform/audit/record-audit.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AdminContext, confirmAdmin } from './confirm-admin.ts'

/**
 * Verifies the admin's password and a code of the second factor in this very call, which what reaches all data and all
 * money needs. Refused as `confirmAdmin` and `consumeSecondFactorCode`.
 */
export async function confirmAdminFully(
  services: Services,
  context: AdminContext & { readonly body: { readonly code: string } },
): Promise<AuditActor | Problem> {
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  return (await consumeSecondFactorCode(services, context.viewer.userId, context.body.code)) ?? by
}
