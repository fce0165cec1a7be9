import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { invoiceMail } from '#server/mail/templates/invoice.ts'
import type { Services } from '#server/services/services.ts'
import { findInvoiceReader } from './invoice-reader.store.ts'
import { amountText } from './invoice-words.ts'

/** An invoice or credit note that has just been written. */
type NewInvoice = {
  readonly id: string
  readonly number: string
  readonly accountId: string
  readonly grossCents: number
  /** Of a credit note: number of the invoice that it corrects. */
  readonly corrects?: string
}

/**
 * Mails an invoice to the account's owner, once, with its PDF, which is made when the mail goes out. Nobody is told where the
 * account has gone: what is given back to them they see on their card.
 */
export async function mailInvoice(
  trx: Transaction<Tables>,
  services: Services,
  { id, number, accountId, grossCents, corrects }: NewInvoice,
): Promise<void> {
  const reader = await findInvoiceReader(trx, accountId)
  if (!reader) return
  const { name, email, language } = reader
  const amount = amountText(Math.abs(grossCents), language)
  await queueMail(trx, services, {
    effectKey: `mail of invoice ${id}`,
    template: 'invoice',
    to: email,
    content: invoiceMail({ name, number, amount, corrects }, services.config, language),
    invoiceId: id,
  })
}
