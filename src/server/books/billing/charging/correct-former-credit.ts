import { findInvoice } from '#server/books/invoices/invoice.store.ts'
import { issueCreditNote } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { invoicesToCorrect, takeCorrection } from './former-credit.store.ts'
import { book } from './ledger.store.ts'

/**
 * Issues the credit notes of balances from before each had one. The migration to gross credit lists the invoices that
 * they belong to; once all are issued this does nothing.
 */
export async function correctFormerCredit(services: Services): Promise<StepOutcome> {
  const { database, log } = services
  return oneByOne(
    await invoicesToCorrect(database.db),
    (invoiceId) => inTransaction(database.db, (trx) => correct(trx, services, invoiceId)),
    (error, invoiceId) => {
      log.error({ err: error, invoiceId }, 'a credit note could not be written; it is tried again')
    },
  )
}

async function correct(trx: Trx, services: MailServices, invoiceId: string): Promise<void> {
  const credit = await takeCorrection(trx, invoiceId)
  const invoice = await findInvoice(trx, invoiceId)
  if (!credit || !invoice) return
  const { netCents, vatCents } = credit
  const effectKey = `credit-note of former credit ${invoiceId}`
  const note = await issueCreditNote(trx, services, invoice, {
    netCents,
    vatCents,
    effectKey,
    goesTo: 'balance',
  })
  await book(
    trx,
    { kind: 'credited', amount: { grossCents: netCents + vatCents } },
    {
      accountId: invoice.account_id,
      chargeId: invoice.charge_id,
      document: note.number,
      subject: effectKey,
      at: services.clock.now(),
    },
  )
}
