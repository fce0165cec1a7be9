import type { Proof } from '#server/identity/sessions/sessions.ts'
import { readPasswordHash } from './password.store.ts'
import { findConsumedTemporaryPassword } from './temporary-password.store.ts'

/** The password with this hash is still the user's, and the user is not removed. */
export const isPasswordStill =
  (userId: string, passwordHash: string): Proof =>
  async (trx) =>
    (await readPasswordHash(trx, userId)) === passwordHash

/** The temporary password of the sign-in has not been replaced. */
export const waitsForOwnPassword =
  (userId: string): Proof =>
  async (trx) =>
    (await findConsumedTemporaryPassword(trx, userId)) !== undefined
