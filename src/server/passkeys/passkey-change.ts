import type { FastifyInstance } from 'fastify'
import type { calls } from '#contract/calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { notifyOfChange } from '#server/passwords/notify-of-change.ts'
import { checkOwnPassword } from '#server/passwords/own-password.ts'
import { Problem } from '#server/runtime/problem.ts'
import { isUuid } from '#server/runtime/uuid.ts'
import type { Services } from '#server/services/services.ts'
import { rotateSession } from '#server/sessions/sessions.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { deletePasskey, renamePasskeyRow } from '#server/two-factor/passkey.store.ts'
import { dropNeedlessRecoveryCodes } from '#server/two-factor/recovery-codes.ts'
import { readSignInMethods } from '#server/two-factor/two-factor-methods.ts'

/** Gives a passkey of the user another name. */
export async function renamePasskey(
  { database: { db } }: Services,
  { params: { id }, body, viewer: { userId } }: CallContext<typeof calls.renamePasskey>,
): Promise<CallAnswer<typeof calls.renamePasskey>> {
  const name = body.name.trim()
  if (name === '')
    return new Problem('invalid', { fields: { name: fieldMessageKey('passkey-name-missing') } })
  if (!isUuid(id) || !(await renamePasskeyRow(db, { id, userId, name }))) return new Problem('not-found')
  return { status: 200, body: await readSignInMethods(db, userId) }
}

/** Removes a passkey of the user, after their password. */
export async function removePasskey(
  app: FastifyInstance,
  services: Services,
  { params: { id }, body, viewer, request, reply }: CallContext<typeof calls.removePasskey>,
): Promise<CallAnswer<typeof calls.removePasskey>> {
  const { db } = services.database
  const { userId } = viewer
  const refusal = await checkOwnPassword(app, services, viewer, body.currentPassword)
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
