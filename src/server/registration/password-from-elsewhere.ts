import type { FastifyInstance } from 'fastify'
import type { Confirmation } from '#server/accounts/confirmation.store.ts'
import { refuseNewPassword } from '#server/passwords/check-new-password.ts'
import { checkOwnPassword } from '#server/passwords/own-password.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/**
 * What the password says that comes with a code from another browser than the one which asked for it. Answers the hash of
 * a newly chosen password, undefined when it is the user's present one. Only the first contact of a user lets its reader
 * choose a password: whoever gets the code of one that was added later, by a slip of the pen maybe, must not come into
 * the account by it. 403 `password-required` or `own-password-required` where none was sent.
 */
export async function passwordFromElsewhere(
  app: FastifyInstance,
  services: Services,
  confirmation: Confirmation,
  password: string | undefined,
): Promise<string | undefined | Problem> {
  if (confirmation.userConfirmed) {
    if (password === undefined) return new Problem('own-password-required')
    return checkOwnPassword(app, services, confirmation, password)
  }
  if (password === undefined) return new Problem('password-required')
  const { passwords } = services
  const isFirst =
    confirmation.passwordHash !== null && (await passwords.verify(confirmation.passwordHash, password))
  if (isFirst instanceof Problem) return isFirst
  if (isFirst) return undefined
  const known = { productName: services.config.productName, emails: [confirmation.email] }
  return refuseNewPassword(password, known) ?? passwords.hash(password)
}
