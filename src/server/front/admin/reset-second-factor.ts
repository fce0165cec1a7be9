import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { deleteSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { changePerson } from './change-person.ts'

/**
 * Removes all second factors (authenticator app, passkeys, recovery codes) of a user who has lost them. Their sessions
 * end, because an intruder with the factors may have one. The user is notified at each confirmed contact, and signs in
 * by password until they set up another. 409 `second-factor-off` for a user without any; else as `changePerson`.
 */
export const resetSecondFactorAsAdmin: UseCase<'resetSecondFactor'> = async (services, context) =>
  changePerson(services, context, 'second-factor-reset', {}, async (trx, userId) => {
    if (!(await deleteSecondFactors(trx, userId))) return new Problem('second-factor-off')
    await deleteSessionsOf(trx, userId)
    await notifyOfChange(trx, services, userId, 'two-factor-reset')
    return undefined
  })
