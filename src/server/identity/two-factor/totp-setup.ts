import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { rotateSession } from '#server/identity/sessions/sessions.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { giveFirstRecoveryCodes } from './recovery-codes.ts'
import { confirmTotpRow, findTotp, storeTotpSecret } from './second-factor.store.ts'
import { openTotpSecret, sealTotpSecret, totpInvitation, totpSecretBytes, totpStep } from './totp-code.ts'

/**
 * Creates a secret for an authenticator app, inactive until its first code. Needs the password and a confirmed contact:
 * otherwise a stranger who registered someone else's address could leave a second factor that survives its confirmation
 * by the owner. 409 `second-factor-on` where an app is active.
 */
export const startTotp: UseCase<'startTotp'> = async (services, { body, viewer }) => {
  const { clock, config, database, random } = services
  const refusal = await checkOwnPassword(services, viewer, body.currentPassword)
  if (refusal) return refusal
  const [label] = (await readConfirmedAddresses(database.db, viewer.userId)).addresses
  if (label === undefined) return new Problem('confirmation-required')
  const secret = Buffer.from(random.token(), 'base64url').subarray(0, totpSecretBytes)
  const stored = await storeTotpSecret(database.db, {
    userId: viewer.userId,
    secret: sealTotpSecret(config, viewer.userId, secret),
    now: clock.real(),
  })
  if (!stored) return new Problem('second-factor-on')
  return { status: 200, body: totpInvitation(secret, { issuer: config.productName, label }) }
}

/** Activates the authenticator app with its first code. Recovery codes come with the first second factor. */
export const confirmTotp: UseCase<'confirmTotp'> = async (
  services,
  { body, viewer: { userId }, request, reply },
) => {
  const { clock, config, database } = services
  const wait = await services.limits.secondFactor.consume(userId)
  if (wait) return wait
  const totp = await findTotp(database.db, userId)
  if (totp?.confirmedAt) return new Problem('second-factor-on')
  const secret = totp && openTotpSecret(config, userId, totp.secret)
  const step = secret && totpStep(secret, body.code.replace(/[\s-]/g, ''), clock.real())
  if (!totp || step === undefined) return new Problem('second-factor-failed')
  await services.limits.secondFactor.forgive(userId)

  const recoveryCodes = await inTransaction(database.db, async (trx) => {
    await lockUser(trx, userId)
    const confirmed = { userId, secret: totp.secret, step, now: clock.real() }
    if (!(await confirmTotpRow(trx, confirmed))) return undefined
    await notifyOfChange(trx, services, userId, 'totp-on')
    return giveFirstRecoveryCodes(trx, services, userId)
  })
  if (!recoveryCodes) return new Problem('second-factor-failed')
  await rotateSession(services, { request, reply })
  return { status: 200, body: { recoveryCodes } }
}
