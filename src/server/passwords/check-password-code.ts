import type { FastifyInstance } from 'fastify'
import type { ContactCode } from '#server/accounts/contact-code.store.ts'
import { checkContactCode } from '#server/accounts/contact-code.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { refuseNewPassword } from './check-new-password.ts'

/**
 * What a mailed code for choosing a password is for, and the hash of the password that was chosen with it. Nothing is
 * hashed for a code that is no good, so that guessing costs the machine nothing. 422 `code-missing`, `code-wrong` (or
 * used, or replaced by a newer one), `code-expired`, `invalid` for a password that is no good, which leaves the code as
 * it was. A user who has a password already cannot be given a first one.
 */
export async function checkPasswordCode(
  app: FastifyInstance,
  services: Services,
  {
    password,
    ...sent
  }: {
    contact: string
    code: string
    password: string
    purpose: 'reset-password' | 'create-password'
    visitor: Visitor
  },
): Promise<(ContactCode & { readonly codeHash: Buffer; readonly newPasswordHash: string }) | Problem> {
  const { clock, config, passwords } = services
  const found = await checkContactCode(app, services, sent)
  if (found instanceof Problem) return found
  if (found.usedAt) return new Problem('code-wrong')
  if (found.expiresAt <= clock.real()) return new Problem('code-expired')
  const fault = refuseNewPassword(password, { productName: config.productName, emails: [found.email] })
  if (fault) return fault
  if (sent.purpose === 'create-password' && found.passwordHash !== null) return new Problem('code-wrong')
  const newPasswordHash = await passwords.hash(password)
  return newPasswordHash instanceof Problem ? newPasswordHash : { ...found, newPasswordHash }
}
