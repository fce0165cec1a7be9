import { fieldMessageKey } from '#contract/problems.ts'
import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { rotateSession } from '#server/identity/sessions/sessions.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { deletePasskey, renamePasskeyRow } from '#server/identity/two-factor/passkey.store.ts'
import { dropNeedlessRecoveryCodes } from '#server/identity/two-factor/recovery-codes.ts'
import { readSignInMethods } from '#server/identity/two-factor/two-factor-methods.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'

/** Renames a passkey. */
export const renamePasskey: UseCase<'renamePasskey', 'database'> = async (
  { database: { db } },
  { params: { id }, body, viewer: { userId } },
) => {
  const name = body.name.trim()
  if (name === '')
    return new Problem('invalid', { fields: { name: fieldMessageKey('passkey-name-missing') } })
  if (!isUuid(id) || !(await renamePasskeyRow(db, { id, userId, name }))) return new Problem('not-found')
  return { status: 200, body: await readSignInMethods(db, userId) }
}

/** Removes a passkey, after the password. */
export const removePasskey: UseCase<'removePasskey'> = async (
  services,
  { params: { id }, body, viewer, request, reply },
) => {
  const { db } = services.database
  const { userId } = viewer
  const refusal = await checkOwnPassword(services, viewer, body.currentPassword)
  if (refusal) return refusal
  const removed =
    isUuid(id) &&
    (await inTransaction(db, async (trx) => {
      await lockUser(trx, userId)
      if (!(await deletePasskey(trx, { id, userId }))) return false
      await dropNeedlessRecoveryCodes(trx, userId)
      await notifyOfChange(trx, services, userId, 'passkey-removed')
      return true
    }))
  if (!removed) return new Problem('not-found')
  await rotateSession(services, { request, reply })
  return { status: 200, body: await readSignInMethods(db, userId) }
}
