import { endPasswordCodesOf } from '#server/identity/accounts/contact-code.store.ts'
import { forgetMedia } from '#server/identity/accounts/forget-media.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { deleteLinkedCodeHost, findLinkedLogin } from './linked-code-host.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { readPasswordHash, storePasswordHash } from './password.store.ts'
import { deleteTemporaryPassword, findConsumedTemporaryPassword } from './temporary-password.store.ts'

type NewPassword = {
  readonly userId: string
  readonly passwordHash: string
  /** Hash of the current password, usual or temporary, that was entered. */
  readonly said?: string | undefined
  /** The session to keep. */
  readonly kept?: Buffer
  /** Whether to unlink the code host. */
  readonly unlinkCodeHost?: boolean | undefined
}

/**
 * Sets a user's password and ends what the old one opened or could open: sessions except `kept`, mailed codes, a
 * temporary password; a linked code host if requested. All confirmed contacts are notified, also of a code host that
 * can still sign in. Returns false, with nothing changed, where the password with hash `said` was changed meanwhile: of
 * two concurrent calls one counts.
 */
export async function setPassword(
  trx: Trx,
  services: MailServices,
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

async function isStillGood(trx: Trx, userId: string, said: string): Promise<boolean> {
  const good = [await readPasswordHash(trx, userId), await findConsumedTemporaryPassword(trx, userId)]
  return good.includes(said)
}
