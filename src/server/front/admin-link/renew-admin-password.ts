import { refuseNewPassword } from '#server/identity/passwords/check-new-password.ts'
import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { isPasswordStill } from '#server/identity/passwords/password-proof.ts'
import { setPassword } from '#server/identity/passwords/set-password.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import { deleteSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { consumeAdminLink } from './admin-link.store.ts'
import { checkAdminLink } from './check-admin-link.ts'

/**
 * Sets a new password of the admin with a link from the command line's `--again`, ends what the old one had opened, and
 * signs in as usual: a second factor is needed next. The second factors are removed only if the command asked for it.
 * 422 `admin-link-wrong` before anything else is checked; `invalid` for an invalid password, which leaves the link
 * valid.
 */
export const renewAdminPassword: UseCase<'renewAdminPassword'> = async (
  services,
  { body, visitor, request, reply },
) => {
  const { clock, config, database, passwords } = services
  const link = await checkAdminLink(services, { code: body.code, visitor })
  if (link instanceof Problem) return link
  const { codeHash, admin, withoutTwoFactor } = link
  if (!admin) return new Problem('admin-link-wrong')
  const { userId } = admin
  const { addresses } = await readConfirmedAddresses(database.db, userId)
  const fault = refuseNewPassword(body.password, { productName: config.productName, emails: addresses })
  if (fault) return fault
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash

  const refusal = await inTransaction(database.db, async (trx) => {
    if (!(await consumeAdminLink(trx, { codeHash, real: clock.real() })))
      return new Problem('admin-link-wrong')
    await setPassword(trx, services, { userId, passwordHash })
    if (withoutTwoFactor && (await deleteSecondFactors(trx, userId)))
      await notifyOfChange(trx, services, userId, 'two-factor-removed')
    await recordAudit(
      trx,
      services,
      { userId, network: visitor.network, requestId: request.id },
      { action: 'admin-password-renewed', target: adminAccountId, after: { withoutTwoFactor } },
    )
    return undefined
  })
  if (refusal) return refusal
  const stillProven = isPasswordStill(userId, passwordHash)
  const user = { userId, accountId: adminAccountId, staySignedIn: false, stillProven }
  return (await finishSignIn(services, { request, reply }, user)) ?? new Problem('admin-link-wrong')
}
