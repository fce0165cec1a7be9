import { invitationsAMinute } from '#domain/moving-in/invitations.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { invitationMail } from '#server/platform/mail/templates/team.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Invited, orderedInvitations, orderInvitations, recordInvitation } from './invitations.store.ts'
import { lockImport } from './people-import.store.ts'

/**
 * Orders invitations for so many people of an import. 409 `version-conflict` if fewer are left than the admin was shown;
 * nothing is ordered then. Else as `confirmAdmin`.
 */
export const invitePeople: UseCase<'invitePeople'> = async (services, context) => {
  const { id, count } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const { clock } = services
  return changeAsAdmin(services, context, by, async (trx) => {
    await lockImport(trx, id)
    if (!(await orderInvitations(trx, { importId: id, count, at: clock.now() })))
      return new Problem('version-conflict')
    return { action: 'people-invited', target: id, after: { count } }
  })
}

/** Writes the invitations that were ordered, a few each minute, so that no mail host takes them for spam. */
export async function sendInvitations(services: Services): Promise<StepOutcome> {
  const { database, log, stopping } = services
  return oneByOne(
    await orderedInvitations(database.db, invitationsAMinute),
    (person) => invite(services, person),
    (error, { accountId }) => log.error({ err: error, accountId }, 'an invitation could not be written'),
    stopping,
  )
}

function invite(
  services: Services,
  { accountId, contactId, name, email, emailKey, language }: Invited,
): Promise<void> {
  return inTransaction(services.database.db, async (trx) => {
    await lockAddress(trx, emailKey)
    if (!(await recordInvitation(trx, { accountId, at: services.clock.now() }))) return
    const code = await issueContactCode(trx, services, { contactId, purpose: 'create-password' })
    await queueMail(trx, services, {
      effectKey: `invitation ${accountId}`,
      template: 'create-password',
      to: email,
      content: invitationMail({ name, email, code }, services.config, language),
    })
  })
}
