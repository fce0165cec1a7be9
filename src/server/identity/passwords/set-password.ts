import type { Transaction } from 'kysely'
import { endPasswordCodesOf } from '#server/identity/accounts/contact-code.store.ts'
import { forgetMedia } from '#server/identity/accounts/forget-media.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteLinkedCodeHost, findLinkedLogin } from './linked-code-host.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { readPasswordHash, storePasswordHash } from './password.store.ts'
import { deleteTemporaryPassword, findConsumedTemporaryPassword } from './temporary-password.store.ts'

type NewPassword = {
  readonly userId: string
  readonly passwordHash: string
  /** Hash of the password, usual or temporary, that was said for it. */
  readonly said?: string | undefined
  /** The session that goes on. */
  readonly kept?: Buffer
  /** Whether the code host is to be no way in any more. */
  readonly unlinkCodeHost?: boolean | undefined
}

/**
 * Gives a user a new password and ends what an earlier one opened or could open: their sessions but for the one that is
 * `kept`, mailed codes, a temporary password; a linked code host where that is wanted. All their confirmed contacts are
 * notified, also of a code host that can still sign in. False, and nothing changes, where the password that was `said` has been
 * changed meanwhile: of two clicks at once one counts.
 */
export async function setPassword(
  trx: Transaction<Tables>,
  services: Services,
  { userId, passwordHash, said, kept, unlinkCodeHost = false }: NewPassword,
): Promise<boolean> {
  await lockUser(trx, userId)
  if (said !== undefined && !(await isStillGood(trx, userId, said))) return false
  await storePasswordHash(trx, userId, passwordHash)
  await deleteSessionsOf(trx, userId, kept)
  await endPasswordCodesOf(trx, { userId, usedAt: services.clock.real() })
  await deleteTemporaryPassword(trx, userId)
  const login = await findLinkedLogin(trx, userId)
  if (login !== undefined && unlinkCodeHost)
    await forgetMedia(trx, services, await deleteLinkedCodeHost(trx, userId))
  const codeHost = login === undefined ? undefined : { login, unlinked: unlinkCodeHost }
  await notifyOfChange(trx, services, userId, 'password-changed', codeHost)
  return true
}

async function isStillGood(trx: Transaction<Tables>, userId: string, said: string): Promise<boolean> {
  const good = [await readPasswordHash(trx, userId), await findConsumedTemporaryPassword(trx, userId)]
  return good.includes(said)
}
