import type { calls } from '#contract/calls.ts'
import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { changePerson } from './change-person.ts'

/**
 * Assigns a user a temporary password (product.md section 2, Admin screens), which signs them out everywhere. Refused
 * as `changePerson` and `assignTemporaryPassword`.
 */
export async function assignPasswordAsAdmin(
  services: Services,
  context: CallContext<typeof calls.assignTemporaryPassword>,
): Promise<CallAnswer<typeof calls.assignTemporaryPassword>> {
  const { temporaryPassword: password } = context.body
  return changePerson(services, context, 'password-assigned', {}, (trx, userId) =>
    assignTemporaryPassword(trx, services, { userId, password }),
  )
}
