import type { Transaction } from 'kysely'
import { fieldMessageKey } from '#contract/problems.ts'
import { checkTemporaryPassword } from '#domain/accounts/password.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { temporaryPasswordMail } from '#server/platform/mail/templates/credentials.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  consumeTemporaryPassword,
  findConsumedTemporaryPassword,
  findLivingTemporaryPassword,
  storeTemporaryPassword,
} from './temporary-password.store.ts'

/** How long a temporary password waits for its one sign-in (real time). */
const temporaryPasswordHours = 24

/**
 * Gives a user a temporary password, as an admin does who helps them: it signs in once within 24 hours, and then only to
 * choose a password of their own. All their sessions end, and they are notified by mail. 422 `invalid` where
 * it has fewer than 6 characters, 404 where the user is gone.
 */
export async function assignTemporaryPassword(
  trx: Transaction<Tables>,
  services: Services,
  { userId, password }: { userId: string; password: string },
): Promise<Problem | undefined> {
  const fault = checkTemporaryPassword(password)
  if (fault) return new Problem('invalid', { fields: { temporaryPassword: fieldMessageKey(fault) } })
  const passwordHash = await services.passwords.hash(password)
  if (passwordHash instanceof Problem) return passwordHash
  const until = new Date(services.clock.real().getTime() + temporaryPasswordHours * 3_600_000)
  if (!(await storeTemporaryPassword(trx, { userId, passwordHash, until }))) return new Problem('not-found')
  // the password itself is not in the mail
  await mailToUser(trx, services, userId, {
    template: 'temporary-password',
    contentFor: (name, language) =>
      temporaryPasswordMail({ name, hours: temporaryPasswordHours }, services.config, language),
  })
  return undefined
}

/**
 * Whether somebody signs in with their temporary password, which is used up by that: their sign-in goes on with
 * `mustChangePassword`. Undefined, and no password is hashed, where none waits for them. To be asked first: while one
 * waits it stands in the place of the usual password, so that every sign-in costs one hash and none tells by its time
 * that there is a temporary one.
 * @param candidate who would sign in; undefined for an unknown address, which costs the same look-up
 */
export async function verifyTemporaryPassword(
  { database: { db }, clock, passwords }: Services,
  candidate: { readonly userId: string } | undefined,
  password: string,
): Promise<boolean | Problem | undefined> {
  const userId = candidate?.userId ?? nobody
  const stored = await findLivingTemporaryPassword(db, { userId, now: clock.real() })
  if (stored === undefined) return undefined
  const isRight = await passwords.verify(stored, password)
  if (isRight instanceof Problem || !isRight) return isRight
  // of two that come at once with the same password one is signed in
  return consumeTemporaryPassword(db, { userId, passwordHash: stored })
}

/** The hash of the temporary password that somebody has just signed in with, if it is the one that they say. */
export async function verifyUsedTemporaryPassword(
  { database: { db }, passwords }: Services,
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

/** No user's id. */
const nobody = '00000000-0000-0000-0000-000000000000'
