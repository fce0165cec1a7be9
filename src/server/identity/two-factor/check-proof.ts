import type { Proof } from '#contract/accounts/credentials.ts'
import { readOwnContacts } from '#server/identity/accounts/contact.store.ts'
import {
  consumeCode,
  endOpenCodes,
  findContactCode,
  insertContactCode,
} from '#server/identity/accounts/contact-code.store.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { readPasswordHash } from '#server/identity/passwords/password.store.ts'
import { provedLately } from '#server/identity/sessions/proved-lately.ts'
import { confirmSession } from '#server/identity/sessions/session.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import { proofCodeMail } from '#server/platform/mail/templates/credentials.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isTwoFactorOn, readSecondFactors } from './second-factor.store.ts'
import { consumeSecondFactorCode } from './two-factor-code.ts'

/** Validity of a mailed code, in milliseconds. */
const codeMs = 15 * 60_000
const purpose = 'prove-identity'

/**
 * Verifies a signed-in user's identity before a new credential is added: by password, or by a code of the second
 * factor; users with neither are mailed a code when none is sent. Undefined if verified. 403 `proof-required`,
 * `mailed-code-required`, `confirmation-required` without a confirmed contact; else as `checkOwnPassword` and
 * `consumeSecondFactorCode`, and 422 `code-wrong`.
 */
export async function checkProof(
  services: Services,
  viewer: Viewer,
  { currentPassword, code }: Proof,
): Promise<Problem | undefined> {
  const { db } = services.database
  const { userId } = viewer
  if (currentPassword !== undefined) return checkOwnPassword(services, viewer, currentPassword)
  if (isTwoFactorOn(await readSecondFactors(db, userId)))
    return code === undefined
      ? new Problem('proof-required')
      : consumeSecondFactorCode(services, userId, code)
  if ((await readPasswordHash(db, userId)) !== null) return new Problem('proof-required')
  return code === undefined ? mailCode(services, userId) : checkMailedCode(services, viewer, code)
}

/** The same for frequent actions: nothing is needed within five minutes of signing in or of such a proof. */
export async function checkProofLately(
  services: Services,
  viewer: Viewer,
  proof: Proof,
): Promise<Problem | undefined> {
  const isSent = proof.currentPassword !== undefined || proof.code !== undefined
  if (!isSent && (await provedLately(services, viewer))) return undefined
  const refused = await checkProof(services, viewer, proof)
  if (!refused) await confirmSession(services.database, viewer.sessionHash, services.clock.real())
  return refused
}

/** Mails a code to the primary contact, at most three an hour; only the newest is valid. */
async function mailCode(services: Services, userId: string): Promise<Problem> {
  const { clock, config, database, random } = services
  const { name, contacts } = await readOwnContacts(database.db, userId)
  const contact = contacts.find(({ confirmed }) => confirmed)
  if (!contact) return new Problem('confirmation-required')
  const template = 'proof-code'
  return inTransaction(database.db, async (trx) => {
    if (await hasEnoughMails(trx, services, { to: contact.email, template }))
      return new Problem('mailed-code-required')
    const code = codeFrom(random.token())
    const createdAt = clock.real()
    await endOpenCodes(trx, { contactId: contact.id, purpose, usedAt: createdAt })
    await insertContactCode(trx, {
      codeHash: hashOf(code, userId),
      contactId: contact.id,
      purpose,
      browserHash: undefined,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeMs),
    })
    await queueMail(trx, services, {
      effectKey: `${template} ${random.id()}`,
      template,
      to: contact.email,
      content: proofCodeMail(
        { name, code, minutes: codeMs / 60_000 },
        config,
        await languageOfUser(trx, userId),
      ),
    })
    return new Problem('mailed-code-required')
  })
}

async function checkMailedCode(
  { limits, clock, database }: Pick<Services, 'database' | 'clock' | 'limits'>,
  { userId }: Viewer,
  typed: string,
): Promise<Problem | undefined> {
  // counted before the code is verified; 60 bits are beyond guessing in any case
  const wait = await limits.secondFactor.consume(userId)
  if (wait) return wait
  const codeHash = hashOf(typed, userId)
  const found = await findContactCode(database.db, { codeHash, purpose })
  const now = clock.real()
  if (found?.userId !== userId || found.expiresAt <= now) return new Problem('code-wrong')
  const used = await inTransaction(database.db, (trx) => consumeCode(trx, { codeHash, usedAt: now }))
  if (!used) return new Problem('code-wrong')
  await limits.secondFactor.forgive(userId)
  return undefined
}

/** Twelve unambiguous characters: `K7QM-2F9X-VB3T`. */
function codeFrom(token: string): string {
  const bytes = Buffer.from(token, 'base64url').subarray(0, 12)
  const code = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return code.replace(/(.{4})(?!$)/g, '$1-')
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ignores formatting; includes the user, so that codes of two users never collide. */
function hashOf(code: string, userId: string): Buffer {
  return sha256(`${userId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)
}
