import type { Transaction } from 'kysely'
import { createCodeDays, resetCodeMinutes } from '#domain/accounts/password.ts'
import type { Tables } from '#server/database/tables.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'
import { endOpenCodes, insertPasswordCode } from './password-code.store.ts'

/**
 * A fresh code by which an added user chooses their first password; earlier ones of that contact end. The code itself is
 * only in the mail (`createPasswordMail`), the database keeps its SHA-256.
 */
export function createPasswordCode(
  trx: Transaction<Tables>,
  services: Services,
  contactId: string,
): Promise<string> {
  return newCode(trx, services, { contactId, purpose: 'create-password', minutes: createCodeDays * 24 * 60 })
}

/** A fresh code by which somebody chooses a new password; earlier ones of that contact end. */
export function resetPasswordCode(
  trx: Transaction<Tables>,
  services: Services,
  contactId: string,
): Promise<string> {
  return newCode(trx, services, { contactId, purpose: 'reset-password', minutes: resetCodeMinutes })
}

async function newCode(
  trx: Transaction<Tables>,
  { clock, random }: Services,
  {
    contactId,
    purpose,
    minutes,
  }: { contactId: string; purpose: 'create-password' | 'reset-password'; minutes: number },
): Promise<string> {
  const code = random.token()
  const createdAt = clock.real()
  await endOpenCodes(trx, { contactId, purpose, usedAt: createdAt })
  await insertPasswordCode(trx, {
    codeHash: sha256(code),
    contactId,
    purpose,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + minutes * 60_000),
  })
  return code
}
