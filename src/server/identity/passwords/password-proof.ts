import type { Proof } from '#server/identity/sessions/sessions.ts'
import { readPasswordHash } from './password.store.ts'
import { findConsumedTemporaryPassword } from './temporary-password.store.ts'

/** That a password, of which this is the hash, is still the user's, and they have not been removed. */
export const isPasswordStill =
  (userId: string, passwordHash: string): Proof =>
  async (trx) =>
    (await readPasswordHash(trx, userId)) === passwordHash

/** That the temporary password which a user has signed in with has not been replaced by one of their own, or by another. */
export const waitsForOwnPassword =
  (userId: string): Proof =>
  async (trx) =>
    (await findConsumedTemporaryPassword(trx, userId)) !== undefined
