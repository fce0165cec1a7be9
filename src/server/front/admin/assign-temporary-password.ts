import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { changePerson } from './change-person.ts'

/**
 * Assigns a user a temporary password (product.md section 2, Admin screens), which signs them out everywhere. Refused
 * as `changePerson` and `assignTemporaryPassword`.
 */
export const assignPasswordAsAdmin: UseCase<'assignTemporaryPassword'> = async (services, context) => {
  const { temporaryPassword: password } = context.body
  return changePerson(services, context, 'password-assigned', {}, (trx, userId) =>
    assignTemporaryPassword(trx, services, { userId, password }),
  )
}
