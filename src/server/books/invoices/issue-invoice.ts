import { localDate } from '#domain/billing/billing-period.ts'
import type { Bill } from '#domain/billing/decision.ts'
import { type GoesTo, missingOnInvoice, type OrderBill, type Transfer } from '#domain/invoices/invoice.ts'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import type { Amount } from '#domain/money.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { invoiceMail } from '#server/platform/mail/templates/invoice.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import {
  findInvoiceByEffect,
  findInvoiceOfBill,
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
 * Issues an invoice in the transaction of the payment. Numbers are consecutive within a year: the counter is locked
 * until the commit, so that a rollback leaves no gap (§ 14 (4) UStG requires unique ones). A bill gets one invoice
 * only.
 */
export async function issueInvoice(
  trx: Trx,
  services: Services,
  {
    accountId,
    chargeId,
    bill,
    facts,
    again,
  }: {
    accountId: string
    chargeId: string | null
    bill: Bill | OrderBill
    facts: ChargeFacts
    /** Replaces the invoice with the number `instead`, which is cancelled: once for each `word`. */
    again?: { readonly word: string; readonly instead: string; readonly replaces?: InvoiceFacts['replaces'] }
  },
): Promise<{ id: string; number: string }> {
  const { clock, random, config } = services
  const effectKey = [invoiceKey(accountId, bill.key), ...(again ? [again.word] : [])].join(' ')
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
    facts: {
      ...facts,
      ...sellerOf(config),
      bill,
      ...(again?.replaces && { replaces: again.replaces }),
    } satisfies InvoiceFacts,
    effectKey,
    now,
    instead: again?.instead,
  })
  await noteWhatIsMissing(trx, services, row)
  const transfer = 'transfer' in bill ? bill.transfer : undefined
  const isOpen = bill.paidBy.openCents > 0
  await mailInvoice(trx, services, { id, number, accountId, facts, grossCents, isOpen, transfer })
  return { id, number }
}

/**
 * The credited part of an invoice; `taxes`: by rate, if it has several. `articles`: the returned articles, as lines
 * with net amounts above zero; a credit note without them states an amount only.
 */
export type CreditedPart = {
  readonly netCents: number
  readonly vatCents: number
  readonly taxes?: readonly Amount[]
  readonly articles?: readonly InvoiceLine[]
}

/** Issues a credit note for a refund of a charge. Undefined for an uninvoiced charge. */
export async function creditRefund(
  trx: Trx,
  services: MailServices,
  { goesTo = 'card', ...refund }: CreditedPart & { chargeId: string; refundId: string; goesTo?: GoesTo },
): Promise<{ id: string; number: string } | undefined> {
  const original = await findInvoiceOfCharge(trx, refund.chargeId)
  const effectKey = `credit-note ${refund.refundId}`
  return original && issueCreditNote(trx, services, original, { ...refund, effectKey, goesTo })
}

/** Credits a part of a bill's invoice to the balance. */
export async function creditToBalance(
  trx: Trx,
  services: MailServices,
  credit: { accountId: string; billKey: string; cause: string; netCents: number; vatCents: number },
): Promise<{ id: string; number: string } | undefined> {
  const { accountId, billKey, cause } = credit
  const original = await findInvoiceOfBill(trx, accountId, billKey)
  const effectKey = `credit-note ${accountId} ${billKey} ${cause}`
  return original && issueCreditNote(trx, services, original, { ...credit, effectKey, goesTo: 'balance' })
}

function invoiceKey(accountId: string, billKey: string): string {
  return `invoice ${accountId} ${billKey}`
}

/** The event of a credit note for another recipient. */
export function recipientKey(invoiceId: string): string {
  return `credit-note of recipient ${invoiceId}`
}

/**
 * Issues a credit note (Rechnungskorrektur): a separate document with negative amounts that refers to the invoice. The
 * same `effectKey` never issues a second one.
 */
export async function issueCreditNote(
  trx: Trx,
  services: MailServices,
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
      ...((goesTo === 'transfer' || goesTo === 'unpaid' || goesTo === 'corrected') && { goesTo }),
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

/** The invoice is issued anyway: the charge was paid, and the series of numbers must have no gap. */
async function noteWhatIsMissing(
  trx: Trx,
  services: Pick<Services, 'clock' | 'log'>,
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

/** The seller and the product name, as stored with an invoice. */
export function sellerOf({ seller, productName: product }: Services['config']) {
  const { name, address, email, country, vatId, taxNumber } = seller
  const ids = { ...(vatId !== undefined && { vatId }), ...(taxNumber !== undefined && { taxNumber }) }
  return { seller: { name, address, email, country, ...ids }, product, zone: seller.zone }
}

/** A newly issued invoice or credit note. */
type NewInvoice = {
  readonly id: string
  readonly number: string
  readonly accountId: string
  readonly facts: ChargeFacts
  readonly grossCents: number
  /** Credit notes: number of the corrected invoice. */
  readonly corrects?: string
  readonly goesTo?: GoesTo
  readonly isOpen?: boolean
  readonly transfer?: Transfer | undefined
}

/**
 * Mails the paid invoice of a subscription again, to the account's owner or to another address. Returns false for any other
 * document, whose mail also said what was still owed or where the money went.
 */
export async function mailInvoiceAgain(
  trx: Trx,
  services: MailServices,
  row: InvoiceRow,
  to?: string,
): Promise<boolean> {
  const { id, number, account_id: accountId, gross_cents: grossCents } = row
  const facts = row.facts as ChargeFacts
  if (row.kind !== 'invoice' || facts.buyer.order) return false
  const effectKey = `mail of invoice ${id} again ${services.random.id()}`
  await mailInvoice(trx, services, { id, number, accountId, facts, grossCents }, { effectKey, to })
  return true
}

/**
 * Mails an invoice to the account's owner, or the customer of the order, once, with its PDF, which is created when the
 * mail is sent. A deleted account gets no mail.
 */
async function mailInvoice(
  trx: Trx,
  services: MailServices,
  { id, number, accountId, facts, grossCents, corrects, goesTo, isOpen, transfer }: NewInvoice,
  {
    effectKey = `mail of invoice ${id}`,
    to,
  }: { readonly effectKey?: string; readonly to?: string | undefined } = {},
): Promise<void> {
  const { order } = facts.buyer
  const reader = order ? { ...facts.buyer, email: order.email } : await findInvoiceReader(trx, accountId)
  if (!reader) return
  const { name, email, language } = reader
  const page = order && (await pageByNow(trx, services.config, order.page))
  const amount = amountText(Math.abs(grossCents), language)
  const said = transfer && transferText(transfer, amount, language)
  await queueMail(trx, services, {
    effectKey,
    template: 'invoice',
    to: to ?? email,
    content: invoiceMail(
      { name, number, amount, corrects, goesTo, isOpen, page, transfer: said },
      services.config,
      language,
    ),
    invoiceId: id,
  })
}
