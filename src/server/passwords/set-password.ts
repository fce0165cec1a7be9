import type { Transaction } from 'kysely'
import { endPasswordCodesOf } from '#server/accounts/contact-code.store.ts'
import { forgetMedia } from '#server/accounts/forget-media.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { deleteSessionsOf } from '#server/sessions/session.store.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { deleteLinkedCodeHost, findLinkedLogin } from './linked-code-host.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { storePasswordHash } from './password.store.ts'
import { deleteTemporaryPassword } from './temporary-password.store.ts'

type NewPassword = {
  readonly userId: string
  readonly passwordHash: string
  /** The session that goes on. */
  readonly kept?: Buffer
  /** Whether the code host is to be no way in any more. */
  readonly unlinkCodeHost?: boolean | undefined
}

/**
 * Gives a user a new password and ends what an earlier one opened or could open: their sessions but for the one that is
 * `kept`, mailed codes, a temporary password; a linked code host where that is wanted. All their confirmed contacts are
 * notified, also of a code host that can still sign in.
 */
export async function setPassword(
  trx: Transaction<Tables>,
  services: Services,
  { userId, passwordHash, kept, unlinkCodeHost = false }: NewPassword,
): Promise<void> {
  await lockUser(trx, userId)
  await storePasswordHash(trx, userId, passwordHash)
  await deleteSessionsOf(trx, userId, kept)
  await endPasswordCodesOf(trx, { userId, usedAt: services.clock.real() })
  await deleteTemporaryPassword(trx, userId)
  const login = await findLinkedLogin(trx, userId)
  if (login !== undefined && unlinkCodeHost)
    await forgetMedia(trx, services, await deleteLinkedCodeHost(trx, userId))
  const codeHost = login === undefined ? undefined : { login, unlinked: unlinkCodeHost }
  await notifyOfChange(trx, services, userId, 'password-changed', codeHost)
}
