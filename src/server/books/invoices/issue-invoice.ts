import type { Transaction } from 'kysely'
import { localDate } from '#domain/billing/billing-period.ts'
import type { Bill } from '#domain/billing/decision.ts'
import { type GoesTo, missingOnInvoice, type OrderBill, type Transfer } from '#domain/invoices/invoice.ts'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import type { Amount } from '#domain/money.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { invoiceMail } from '#server/platform/mail/templates/invoice.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  findInvoice,
  findInvoiceByEffect,
  findInvoiceOfCharge,
  findInvoiceReader,
  type InvoiceRow,
  insertInvoice,
  nextNumber,
} from './invoice.store.ts'
import { type InvoiceFacts, writtenInvoice } from './invoice-facts.ts'
import { amountText, transferText } from './invoice-words.ts'
import { pageByNow } from './order-page.ts'

/**
 * Writes an invoice in the transaction of the payment: both are there or neither. Numbers are consecutive within a year,
 * from a counter that is locked until the commit, so that a failure leaves no gap (§ 14 (4) UStG asks for unique ones). The
 * same bill never gets a second invoice.
 */
export async function issueInvoice(
  trx: Transaction<Tables>,
  services: Services,
  {
    accountId,
    chargeId,
    bill,
    facts,
    replaces = false,
  }: {
    accountId: string
    chargeId: string | null
    bill: Bill | OrderBill
    facts: ChargeFacts
    /** Takes the place of the bill's first invoice, which is cancelled. */
    replaces?: boolean
  },
): Promise<{ id: string; number: string }> {
  const { clock, random, config } = services
  const effectKey = replaces ? replacementKey(accountId, bill.key) : invoiceKey(accountId, bill.key)
  const known = await findInvoiceByEffect(trx, effectKey)
  if (known) return known
  const now = clock.now()
  const issuedOn = localDate(now, config.seller.zone)
  const number = await nextNumber(trx, issuedOn)
  const id = random.id()
  const { netCents, vatCents, grossCents } = bill.amount
  const row = await insertInvoice(trx, {
    id,
    number,
    kind: 'invoice',
    accountId,
    chargeId,
    corrects: null,
    issuedOn,
    netCents,
    vatCents,
    grossCents,
    facts: { ...facts, ...sellerOf(config), bill } satisfies InvoiceFacts,
    effectKey,
    now,
  })
  await noteWhatIsMissing(trx, services, row)
  const transfer = 'transfer' in bill ? bill.transfer : undefined
  const isOpen = bill.paidBy.openCents > 0
  await mailInvoice(trx, services, { id, number, accountId, facts, grossCents, isOpen, transfer })
  return { id, number }
}

/**
 * What of an invoice is credited; `taxes`: by rate, where the invoice has several. `articles`: what comes back, as lines with net sums
 * above zero; a credit note without them names a sum alone.
 */
export type CreditedPart = {
  readonly netCents: number
  readonly vatCents: number
  readonly taxes?: readonly Amount[]
  readonly articles?: readonly InvoiceLine[]
}

/** Corrects the invoice of a charge by what was given back. Undefined where the charge was never invoiced. */
export async function creditRefund(
  trx: Transaction<Tables>,
  services: Services,
  { goesTo = 'card', ...refund }: CreditedPart & { chargeId: string; refundId: string; goesTo?: GoesTo },
): Promise<{ id: string; number: string } | undefined> {
  const original = await findInvoiceOfCharge(trx, refund.chargeId)
  const effectKey = `credit-note ${refund.refundId}`
  return original && issueCreditNote(trx, services, original, { ...refund, effectKey, goesTo })
}

/** Credits a part of the invoice of a bill to the balance. */
export async function creditToBalance(
  trx: Transaction<Tables>,
  services: Services,
  credit: { accountId: string; billKey: string; cause: string; netCents: number; vatCents: number },
): Promise<{ id: string; number: string } | undefined> {
  const { accountId, billKey, cause } = credit
  const known =
    (await findInvoiceByEffect(trx, replacementKey(accountId, billKey))) ??
    (await findInvoiceByEffect(trx, invoiceKey(accountId, billKey)))
  const original = known && (await findInvoice(trx, known.id))
  const effectKey = `credit-note ${accountId} ${billKey} ${cause}`
  return original && issueCreditNote(trx, services, original, { ...credit, effectKey, goesTo: 'balance' })
}

function invoiceKey(accountId: string, billKey: string): string {
  return `invoice ${accountId} ${billKey}`
}

function replacementKey(accountId: string, billKey: string): string {
  return `${invoiceKey(accountId, billKey)} without tax`
}

/**
 * Corrects a part of an invoice (Rechnungskorrektur): a document of its own that names the first one, with amounts below
 * zero. The same `effectKey` never gets a second one.
 */
export async function issueCreditNote(
  trx: Transaction<Tables>,
  services: Services,
  original: InvoiceRow,
  {
    netCents,
    vatCents,
    taxes,
    articles,
    effectKey,
    goesTo,
  }: CreditedPart & { effectKey: string; goesTo: GoesTo },
): Promise<{ id: string; number: string }> {
  const { clock, random, config } = services
  const known = await findInvoiceByEffect(trx, effectKey)
  if (known) return known
  const now = clock.now()
  const issuedOn = localDate(now, config.seller.zone)
  const number = await nextNumber(trx, issuedOn)
  const id = random.id()
  const corrects = { number: original.number, issuedOn: original.issued_on }
  const grossCents = -(netCents + vatCents)
  await insertInvoice(trx, {
    id,
    number,
    kind: 'credit-note',
    accountId: original.account_id,
    chargeId: original.charge_id,
    corrects: original.number,
    issuedOn,
    netCents: -netCents,
    vatCents: -vatCents,
    grossCents,
    facts: {
      ...(original.facts as InvoiceFacts),
      ...sellerOf(config),
      corrects,
      ...(taxes && { taxes }),
      ...(articles && { articles }),
      ...(goesTo === 'balance' && { toBalance: true as const }),
      ...(goesTo === 'replacement' && { replaced: true as const }),
      ...((goesTo === 'transfer' || goesTo === 'unpaid') && { goesTo }),
    } satisfies InvoiceFacts,
    effectKey,
    now,
  })
  await mailInvoice(trx, services, {
    id,
    number,
    accountId: original.account_id,
    facts: original.facts as InvoiceFacts,
    grossCents,
    corrects: original.number,
    goesTo,
  })
  return { id, number }
}

/** It is written all the same: the money was paid, and a series of numbers has no gaps. */
async function noteWhatIsMissing(
  trx: Transaction<Tables>,
  services: Services,
  row: InvoiceRow,
): Promise<void> {
  const missing = missingOnInvoice(writtenInvoice(row).document)
  if (missing.length === 0) return
  await noteForOperator(trx, services, {
    kind: 'invoice-incomplete',
    effectKey: `incomplete ${row.number}`,
    accountId: row.account_id ?? undefined,
    amountCents: row.gross_cents,
    because: `${row.number} lacks ${missing.join(', ')}`,
  })
}

/** Who sells what, as an invoice keeps it. */
function sellerOf({ seller, productName: product }: Services['config']) {
  const { name, address, email, country, vatId, taxNumber } = seller
  const ids = { ...(vatId !== undefined && { vatId }), ...(taxNumber !== undefined && { taxNumber }) }
  return { seller: { name, address, email, country, ...ids }, product, zone: seller.zone }
}

/** An invoice or credit note that has just been written. */
type NewInvoice = {
  readonly id: string
  readonly number: string
  readonly accountId: string
  readonly facts: ChargeFacts
  readonly grossCents: number
  /** Of a credit note: number of the invoice that it corrects. */
  readonly corrects?: string
  readonly goesTo?: GoesTo
  readonly isOpen?: boolean
  readonly transfer?: Transfer | undefined
}

/**
 * Mails an invoice to the account's owner, or to whoever placed the order, once, with its PDF, which is made when the mail goes
 * out. Nobody is told where the account has gone: what is given back to them they see on their card.
 */
async function mailInvoice(
  trx: Transaction<Tables>,
  services: Services,
  { id, number, accountId, facts, grossCents, corrects, goesTo, isOpen, transfer }: NewInvoice,
): Promise<void> {
  const { order } = facts.buyer
  const reader = order ? { ...facts.buyer, email: order.email } : await findInvoiceReader(trx, accountId)
  if (!reader) return
  const { name, email, language } = reader
  const page = order && (await pageByNow(trx, services.config, order.page))
  const amount = amountText(Math.abs(grossCents), language)
  const said = transfer && transferText(transfer, amount, language)
  await queueMail(trx, services, {
    effectKey: `mail of invoice ${id}`,
    template: 'invoice',
    to: email,
    content: invoiceMail(
      { name, number, amount, corrects, goesTo, isOpen, page, transfer: said },
      services.config,
      language,
    ),
    invoiceId: id,
  })
}
