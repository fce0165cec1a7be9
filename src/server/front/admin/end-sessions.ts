import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sessionsEndedMail } from '#server/platform/mail/templates/credentials.ts'
import { changePerson } from './change-person.ts'

/**
 * Signs a user out everywhere, pending sign-ins included, and notifies them at each confirmed contact. Refused as
 * `changePerson`.
 */
export const endSessionsAsAdmin: UseCase<'endUserSessions'> = async (services, context) =>
  changePerson(services, context, 'sessions-ended', {}, async (trx, userId) => {
    await deleteSessionsOf(trx, userId)
    await mailToUser(trx, services, userId, {
      template: 'sessions-ended',
      contentFor: (name, language) => sessionsEndedMail({ name }, services.config, language),
    })
    return undefined
  })
