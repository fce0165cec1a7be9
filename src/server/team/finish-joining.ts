import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { joinAccountMail } from '#server/mail/templates/team.ts'
import type { Services } from '#server/services/services.ts'
import { becomeFormerUser, findOwner, markJoined } from './join.store.ts'

/**
 * What confirming their address means for somebody who joined by a link: they stay, a former user of the account gets
 * back what they had seen, and the owner, who pays for the seat, is told. Does nothing for anybody else. A whole team that comes within an hour makes three mails, not forty.
 */
export async function finishJoining(
  trx: Transaction<Tables>,
  services: Services,
  {
    userId,
    accountId,
    email,
    emailKey,
  }: { userId: string; accountId: string; email: string; emailKey: string },
): Promise<void> {
  if (!(await markJoined(trx, userId))) return
  await becomeFormerUser(trx, { userId, accountId, emailKey, now: services.clock.now() })
  const owner = await findOwner(trx, accountId)
  if (!owner || (await hasEnoughMails(trx, services, { to: owner.email, template: 'join-account' }))) return
  const language = await languageOfUser(trx, owner.userId)
  await queueMail(trx, services, {
    effectKey: `join-account ${userId}`,
    template: 'join-account',
    to: owner.email,
    content: joinAccountMail({ name: owner.name, email }, services.config, language),
  })
}
