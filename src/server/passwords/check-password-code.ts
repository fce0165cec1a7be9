import type { FastifyInstance } from 'fastify'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { refuseNewPassword } from './check-new-password.ts'
import { findPasswordCode, type PasswordCode, type PasswordPurpose } from './password-code.store.ts'

/**
 * What a mailed code for choosing a password is for, if it still opens anything and the password is a good one. Nothing
 * is hashed for a code that is no good, so that guessing costs the machine nothing.
 */
export async function checkPasswordCode(
  app: FastifyInstance,
  { database, clock, config }: Services,
  {
    contact,
    code,
    password,
    purpose,
    visitor,
  }: { contact: string; code: string; password: string; purpose: PasswordPurpose; visitor: Visitor },
): Promise<PasswordCode | Problem> {
  if (contact.trim() === '' || code.trim() === '') return new Problem('code-missing')
  const wait = await app.limits.confirm.consume(visitor.network)
  if (wait) return wait
  const found = await findPasswordCode(database.db, { codeHash: sha256(code.trim()), purpose })
  if (!found || found.emailKey !== emailKey(contact) || found.usedAt) return new Problem('code-wrong')
  if (found.expiresAt <= clock.real()) return new Problem('code-expired')
  const known = { productName: config.productName, emails: [found.email] }
  return refuseNewPassword(password, known) ?? found
}
