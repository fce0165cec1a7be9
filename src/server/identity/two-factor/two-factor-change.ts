import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { rotateSession } from '#server/identity/sessions/sessions.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { dropNeedlessRecoveryCodes, giveRecoveryCodes } from './recovery-codes.ts'
import { deleteTotp, isTwoFactorOn, readSecondFactors } from './second-factor.store.ts'
import { consumeSecondFactorCode } from './two-factor-code.ts'
import { readSignInMethods } from './two-factor-methods.ts'

/** Removes the authenticator app. Needs both password and code (SEC-14). */
export const removeTotp: UseCase<'removeTotp'> = async (services, { body, viewer, request, reply }) => {
  const { db } = services.database
  const { userId } = viewer
  const refusal =
    (await checkOwnPassword(services, viewer, body.currentPassword)) ??
    (await consumeSecondFactorCode(services, userId, body.code))
  if (refusal) return refusal
  await inTransaction(db, async (trx) => {
    await lockUser(trx, userId)
    if (!(await readSecondFactors(trx, userId)).totp) return
    await deleteTotp(trx, userId)
    await dropNeedlessRecoveryCodes(trx, userId)
    await notifyOfChange(trx, services, userId, 'totp-off')
  })
  await rotateSession(services, { request, reply })
  return { status: 200, body: await readSignInMethods(db, userId) }
}

/** Replaces all recovery codes by ten new ones; 404 without a second factor. */
export const renewRecoveryCodes: UseCase<'renewRecoveryCodes'> = async (services, { body, viewer }) => {
  const { userId } = viewer
  const refusal = await checkOwnPassword(services, viewer, body.currentPassword)
  if (refusal) return refusal
  const recoveryCodes = await inTransaction(services.database.db, async (trx) => {
    await lockUser(trx, userId)
    if (!isTwoFactorOn(await readSecondFactors(trx, userId))) return undefined
    await notifyOfChange(trx, services, userId, 'recovery-codes-renewed')
    return giveRecoveryCodes(trx, services, userId)
  })
  return recoveryCodes ? { status: 200, body: { recoveryCodes } } : new Problem('not-found')
}
