import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { deleteOtherSessions } from '#server/sessions/session-list.store.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { storePasswordHash } from './password.store.ts'
import { endPasswordCodesOf } from './password-code.store.ts'
import { forgetTemporaryPassword } from './temporary-password.store.ts'

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
  await deleteOtherSessions(trx, { userId, kept })
  await endPasswordCodesOf(trx, { userId, usedAt: services.clock.real() })
  await forgetTemporaryPassword(trx, userId)
  await notifyOfChange(trx, services, userId, 'password-changed')
}
