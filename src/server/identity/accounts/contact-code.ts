import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { emailKey, pendingUntil } from '#domain/accounts/contact.ts'
import { createCodeDays, resetCodeMinutes } from '#domain/accounts/password.ts'
import type { Tables } from '#server/platform/database/tables.ts'
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
 * A fresh code for a contact, to be mailed to it: the database keeps only its SHA-256. The newest code for choosing a
 * password ends the ones before it; earlier confirmation codes stay good, because each may be bound to another browser.
 * @param browserHash pre-session that may confirm without saying a password; undefined where there is none
 */
export async function issueContactCode(
  trx: Transaction<Tables>,
  { clock, random }: Services,
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

/** Codes that come in a link; one to type in is made where it is asked for. */
type LinkPurpose = Exclude<CodePurpose, 'prove-identity'>

/** Real time. */
const expiryOf: Readonly<Record<LinkPurpose, (createdAt: Date) => Date>> = {
  'confirm-contact': pendingUntil,
  'create-password': (createdAt) => new Date(createdAt.getTime() + createCodeDays * 86_400_000),
  'reset-password': (createdAt) => new Date(createdAt.getTime() + resetCodeMinutes * 60_000),
}

/**
 * What a code is for that somebody sends with the address it was mailed to. Whether it is used or has expired is for the
 * caller to say. 422 `code-missing`, `code-wrong`; 429 for whoever tries too many.
 */
export async function checkContactCode(
  app: FastifyInstance,
  { database }: Services,
  {
    contact,
    code,
    purpose,
    visitor,
  }: { contact: string; code: string; purpose: CodePurpose; visitor: Visitor },
): Promise<(ContactCode & { readonly codeHash: Buffer }) | Problem> {
  if (contact.trim() === '' || code.trim() === '') return new Problem('code-missing')
  const wait = await app.limits.confirm.consume(visitor.network)
  if (wait) return wait
  const codeHash = sha256(code.trim())
  const found = await findContactCode(database.db, { codeHash, purpose })
  return found?.emailKey === emailKey(contact) ? { ...found, codeHash } : new Problem('code-wrong')
}
