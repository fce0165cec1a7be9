import { deletionDue } from '#domain/accounts/deletion.ts'
import { businessDay } from '#domain/catalogue/catalogue.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { DecidedStep } from '#server/books/billing/charging/store-decision.ts'
import { storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { readOwnContacts } from '#server/identity/accounts/contact.store.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { deletionRequestedMail, deletionTakenBackMail } from '#server/platform/mail/templates/deletion.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import {
  type Deletion,
  markAccount,
  markUser,
  readRecipients,
  unmarkAccount,
  unmarkUser,
} from './deletion.store.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'

/**
 * Schedules the deletion in 14 days of the account, as requested by its owner, or of the requesting user alone. A
 * repeated request keeps the first date. Until then only renewals stop. 403 `forbidden` for the admin, whose account
 * runs the site; `confirmation-required` before a contact is confirmed: until then the account may be a stranger's, and
 * it expires anyway.
 */
export const requestDeletion: UseCase<'requestDeletion'> = async (services, { body, viewer }) => {
  if (viewer.admin) return new Problem('forbidden')
  const { contacts } = await readOwnContacts(services.database.db, viewer.userId)
  if (!contacts.some(({ confirmed }) => confirmed)) return new Problem('confirmation-required')
  const refused = await checkOwnPassword(services, viewer, body.currentPassword)
  if (refused) return refused
  const marked = await inTransaction(services.database.db, async (trx) => {
    const deletion = await mark(trx, services, viewer)
    const isEnding = deletion?.isNew && viewer.role === 'owner'
    return { deletion, steps: isEnding ? await endRenewal(trx, services, viewer) : [] }
  })
  const { deletion, steps } = marked
  await runPaymentSteps(services, steps)
  if (!deletion) return new Problem('login-required')
  return { status: 200, body: { deletionAt: deletion.deletionAt.toISOString() } }
}

/**
 * Cancels the deletion that the user may cancel: an owner the account's, every user their own. Does nothing where none
 * is scheduled. A stopped renewal stays stopped: no one is charged without ordering it.
 */
export const keepAccount: UseCase<'keepAccount'> = async (
  services,
  { viewer: { userId, accountId, role } },
) => {
  await inTransaction(services.database.db, async (trx) => {
    const accountKept = role === 'owner' && (await unmarkAccount(trx, accountId))
    const userKept = await unmarkUser(trx, userId)
    if (!accountKept && !userKept) return
    await notifyOfDeletion(trx, services, await readRecipients(trx, accountId), {
      leaving: { of: accountKept ? 'account' : 'user', userId },
      template: 'deletion-taken-back',
      contentFor: ({ name, language }, scope) =>
        deletionTakenBackMail({ name, scope }, services.config, language),
    })
  })
  return { status: 200, body: { status: 'ok' } }
}

/** The paid period runs out, and nothing more is charged. Subscriptions without renewal are unchanged. */
async function endRenewal(
  trx: Trx,
  services: Services,
  { accountId }: Viewer,
): Promise<readonly DecidedStep[]> {
  const subscription = await lockSubscription(trx, services, accountId)
  const stored = subscription && (await storeEvent(trx, services, subscription, { type: 'cancel' }))
  return stored === undefined || stored instanceof Problem ? [] : stored.steps
}

/** Undefined for a user who was deleted meanwhile. */
async function mark(
  trx: Trx,
  services: MailServices,
  { userId, accountId, role }: Viewer,
): Promise<Deletion | undefined> {
  const due = deletionDue(services.clock.now())
  const of = role === 'owner' ? 'account' : 'user'
  const deletion =
    of === 'account'
      ? await markAccount(trx, accountId, { due, askedBy: userId })
      : await markUser(trx, userId, due)
  if (!deletion?.isNew) return deletion
  await notifyOfDeletion(trx, services, await readRecipients(trx, accountId), {
    leaving: { of, userId },
    template: 'deletion-requested',
    contentFor: ({ name, language }, scope) =>
      deletionRequestedMail(
        { name, day: businessDay(deletion.deletionAt), scope },
        services.config,
        language,
      ),
  })
  return deletion
}
