import { fieldMessageKey } from '#contract/problems.ts'
import { canonicalEmail, isEmail } from '#domain/accounts/contact.ts'
import { findInvoice } from '#server/books/invoices/invoice.store.ts'
import { mailInvoiceAgain } from '#server/books/invoices/issue-invoice.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { mailLink } from '#server/identity/passwords/request-reset.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sendMailsJob } from '#server/platform/mail/send-due-mails.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { linkTemplates, lockMail, type SentMail, tryMailAgain } from './mail-state.store.ts'

/**
 * Sends a mail again, to its own address or to another one. One that was refused or given up is tried again as it is; a
 * delivered one whose text is gone is written anew, with a new link. 404 for an unknown mail, and with an account for one to
 * anybody else; 409 `mail-not-again` for one that waits, or whose text nobody can write again; 409 `mail-not-elsewhere` for
 * one that only its own address may get; 422 for text that is no address; 429 after three with a link in an hour.
 */
export const sendMailAgainAsAdmin: UseCase<'sendMailAgain'> = async (services, context) => {
  const { accountId, mailId, to } = context.body
  if (to !== undefined && !isEmail(to.trim()))
    return new Problem('invalid', { fields: { to: fieldMessageKey('email-invalid') } })
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const mail = await lockMail(trx, { accountId, mailId })
    if (!mail) return new Problem('not-found')
    if (to !== undefined && !mail.mayGoElsewhere) return new Problem('mail-not-elsewhere')
    const refused = await sendAgain(trx, services, mail, to && canonicalEmail(to))
    if (refused) return refused
    const after = { mailId, template: mail.template, elsewhere: to !== undefined }
    return { action: 'mail-sent-again', target: accountId ?? mailId, after }
  })
}

async function sendAgain(
  trx: Trx,
  services: Services,
  { id, template, recipient, invoiceId, delivered, mayBeTriedAgain }: SentMail,
  to: string | undefined,
): Promise<Problem | undefined> {
  if (mayBeTriedAgain) {
    await tryMailAgain(trx, id, { to: to ?? recipient, now: services.clock.real() })
    await services.queue.enqueue(trx, sendMailsJob, {})
    return undefined
  }
  if (!delivered) return new Problem('mail-not-again')
  if (linkTemplates.some((one) => one === template))
    return (await mailLink(trx, services, recipient))
      ? undefined
      : new Problem('too-many-requests', { retryAfterSeconds: 3600 })
  const invoice = template === 'invoice' && invoiceId !== null ? await findInvoice(trx, invoiceId) : undefined
  return invoice && (await mailInvoiceAgain(trx, services, invoice, to))
    ? undefined
    : new Problem('mail-not-again')
}
