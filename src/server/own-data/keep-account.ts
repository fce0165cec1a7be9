import type { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { deletionTakenBackMail } from '#server/mail/templates/deletion.ts'
import type { Services } from '#server/services/services.ts'
import { readRecipients, unmarkAccount, unmarkUser } from './deletion.store.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'

/**
 * Takes back what the asking user may take back: an owner the deletion of the account, everybody their own. Where there
 * is none, nothing happens. A subscription that stopped being extended stays so: nobody is charged without saying so.
 */
export async function keepAccount(
  services: Services,
  { viewer: { userId, accountId, role } }: CallContext<typeof calls.keepAccount>,
): Promise<CallAnswer<typeof calls.keepAccount>> {
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
