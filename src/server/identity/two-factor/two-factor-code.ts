import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findTotp, takeRecoveryCode, takeTotpStep } from './second-factor.store.ts'
import { openTotpSecret, totpStep } from './totp-code.ts'

/**
 * Verifies and consumes a code: six digits of the authenticator app, or a recovery code. Each works once, also under
 * concurrency. Undefined if correct; else 401 `second-factor-failed` for every reason, or 429 after ten wrong app codes
 * in 15 minutes, across sign-ins. Recovery codes are too long to guess and not limited: they also let a user in who was
 * locked out by a stranger's guesses.
 */
export async function consumeSecondFactorCode(
  services: Services,
  userId: string,
  typed: string,
): Promise<Problem | undefined> {
  const digits = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(digits)) return consumeTotpCode(services, userId, digits)
  const hash = recoveryCodeHash(typed)
  // mutant `hash → true`: no recovery code has no hash
  return hash && (await consumeRecoveryCode(services, userId, hash)) ? undefined : refusal()
}

async function consumeTotpCode(
  services: Services,
  userId: string,
  digits: string,
): Promise<Problem | undefined> {
  const { clock, config, database, log } = services
  // counted before the code is verified, so that parallel attempts cannot slip past
  const wait = await services.limits.secondFactor.consume(userId)
  if (wait) return wait
  const totp = await findTotp(database.db, userId)
  if (!totp?.confirmedAt) return refusal()
  const secret = openTotpSecret(config, userId, totp.secret)
  if (!secret) {
    log.error({ user: userId }, 'the secret of an authenticator app cannot be read: was APP_SECRET changed?')
    return refusal()
  }
  const step = totpStep(secret, digits, clock.real())
  if (step === undefined || !(await takeTotpStep(database.db, userId, step))) return refusal()
  await services.limits.secondFactor.forgive(userId)
  return undefined
}

function consumeRecoveryCode(services: Services, userId: string, hash: Buffer): Promise<boolean> {
  return inTransaction(services.database.db, async (trx) => {
    if (!(await takeRecoveryCode(trx, { userId, hash, now: services.clock.real() }))) return false
    await notifyOfChange(trx, services, userId, 'recovery-code-used')
    return true
  })
}

function refusal(): Problem {
  return new Problem('second-factor-failed')
}
