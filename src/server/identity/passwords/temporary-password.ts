import { fieldMessageKey } from '#contract/problems.ts'
import { checkTemporaryPassword } from '#domain/accounts/password.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { temporaryPasswordMail } from '#server/platform/mail/templates/credentials.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  consumeTemporaryPassword,
  findConsumedTemporaryPassword,
  findLivingTemporaryPassword,
  storeTemporaryPassword,
} from './temporary-password.store.ts'

/** Lifetime of an unused temporary password (real time). */
const temporaryPasswordHours = 24

/**
 * Assigns a user a temporary password, for admins: it signs in once within 24 hours, and then only to choose a new
 * password. All the user's sessions end, and they are notified by mail. 422 `invalid` for fewer than 6 characters, 404
 * if the user is gone.
 */
export async function assignTemporaryPassword(
  trx: Trx,
  services: Services,
  { userId, password }: { userId: string; password: string },
): Promise<Problem | undefined> {
  const fault = checkTemporaryPassword(password)
  if (fault) return new Problem('invalid', { fields: { temporaryPassword: fieldMessageKey(fault) } })
  const passwordHash = await services.passwords.hash(password)
  if (passwordHash instanceof Problem) return passwordHash
  const until = new Date(services.clock.real().getTime() + temporaryPasswordHours * 3_600_000)
  if (!(await storeTemporaryPassword(trx, { userId, passwordHash, until }))) return new Problem('not-found')
  // the mail does not contain the password
  await mailToUser(trx, services, userId, {
    template: 'temporary-password',
    contentFor: (name, language) =>
      temporaryPasswordMail({ name, hours: temporaryPasswordHours }, services.config, language),
  })
  return undefined
}

/**
 * Verifies and consumes a temporary password: the sign-in continues with `mustChangePassword`. Undefined, without
 * hashing, if none is assigned. Call it first: while assigned, it replaces the usual password, so that every sign-in
 * costs one hash and timing reveals nothing.
 * @param candidate the user; undefined for an unknown address, which costs the same lookup
 */
export async function verifyTemporaryPassword(
  { database: { db }, clock, passwords }: Pick<Services, 'database' | 'clock' | 'passwords'>,
  candidate: { readonly userId: string } | undefined,
  password: string,
): Promise<boolean | Problem | undefined> {
  const userId = candidate?.userId ?? nobody
  const stored = await findLivingTemporaryPassword(db, { userId, now: clock.real() })
  if (stored === undefined) return undefined
  const isRight = await passwords.verify(stored, password)
  if (isRight instanceof Problem || !isRight) return isRight
  // of two concurrent sign-ins with it, one succeeds
  return consumeTemporaryPassword(db, { userId, passwordHash: stored })
}

/** Returns the hash of the temporary password of the current sign-in, if the entered one matches. */
export async function verifyUsedTemporaryPassword(
  { database: { db }, passwords }: Pick<Services, 'database' | 'passwords'>,
  userId: string,
  password: string,
): Promise<string | undefined | Problem> {
  const stored = await findConsumedTemporaryPassword(db, userId)
  const isRight = await (stored === undefined
    ? passwords.verifyNothing(password)
    : passwords.verify(stored, password))
  if (isRight instanceof Problem) return isRight
  return isRight ? stored : undefined
}

/** The id of no user. */
const nobody = '00000000-0000-0000-0000-000000000000'
