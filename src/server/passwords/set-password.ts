import type { Transaction } from 'kysely'
import { endPasswordCodesOf } from '#server/accounts/contact-code.store.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { deleteSessionsOf } from '#server/sessions/session.store.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { storePasswordHash } from './password.store.ts'
import { deleteTemporaryPassword } from './temporary-password.store.ts'

/**
 * Gives a user a new password and ends what an earlier one opened or could open: their sessions but for the one that is
 * `kept`, mailed codes, a temporary password. All their confirmed contacts are told.
 */
export async function setPassword(
  trx: Transaction<Tables>,
  services: Services,
  { userId, passwordHash, kept }: { userId: string; passwordHash: string; kept?: Buffer },
): Promise<void> {
  await lockUser(trx, userId)
  await storePasswordHash(trx, userId, passwordHash)
  await deleteSessionsOf(trx, userId, kept)
  await endPasswordCodesOf(trx, { userId, usedAt: services.clock.real() })
  await deleteTemporaryPassword(trx, userId)
  await notifyOfChange(trx, services, userId, 'password-changed')
}
