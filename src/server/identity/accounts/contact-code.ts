import { emailKey, pendingUntil } from '#domain/accounts/contact.ts'
import { createCodeDays, resetCodeMinutes } from '#domain/accounts/password.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type CodePurpose,
  type ContactCode,
  endOpenCodes,
  findContactCode,
  insertContactCode,
} from './contact-code.store.ts'

/**
 * Issues a code to be mailed to a contact: only its SHA-256 is stored. A new code for choosing a password replaces
 * the earlier ones; earlier confirmation codes stay valid, because each may be bound to another browser.
 * @param browserHash pre-session that may confirm without a password; undefined for none
 */
export async function issueContactCode(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  {
    contactId,
    purpose,
    browserHash,
  }: { contactId: string; purpose: LinkPurpose; browserHash?: Buffer | undefined },
): Promise<string> {
  const code = random.token()
  const createdAt = clock.real()
  if (purpose !== 'confirm-contact') await endOpenCodes(trx, { contactId, purpose, usedAt: createdAt })
  const codeHash = sha256(code)
  const expiresAt = expiryOf[purpose](createdAt)
  await insertContactCode(trx, { codeHash, contactId, purpose, browserHash, createdAt, expiresAt })
  return code
}

/** Codes in links; the code to type is created on request. */
type LinkPurpose = Exclude<CodePurpose, 'prove-identity'>

/** Real time. */
const expiryOf: Readonly<Record<LinkPurpose, (createdAt: Date) => Date>> = {
  'confirm-contact': pendingUntil,
  'create-password': (createdAt) => new Date(createdAt.getTime() + createCodeDays * 86_400_000),
  'reset-password': (createdAt) => new Date(createdAt.getTime() + resetCodeMinutes * 60_000),
}

/**
 * Verifies a mailed code with its address. The caller checks use and expiry. 422 `code-missing`, `code-wrong`; 429
 * after too many attempts.
 */
export async function checkContactCode(
  { limits, database }: Pick<Services, 'database' | 'limits'>,
  {
    contact,
    code,
    purpose,
    visitor,
  }: { contact: string; code: string; purpose: CodePurpose; visitor: Visitor },
): Promise<(ContactCode & { readonly codeHash: Buffer }) | Problem> {
  if (contact.trim() === '' || code.trim() === '') return new Problem('code-missing')
  const wait = await limits.confirm.consume(visitor.network)
  if (wait) return wait
  const codeHash = sha256(code.trim())
  const found = await findContactCode(database.db, { codeHash, purpose })
  return found?.emailKey === emailKey(contact) ? { ...found, codeHash } : new Problem('code-wrong')
}
