import { taxRefund } from '#domain/billing/ledger.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
import { restOfBill } from '#domain/invoices/rest-of-bill.ts'
import { amountOf } from '#domain/money.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import {
  findInvoice,
  findInvoiceByEffect,
  type InvoiceRow,
  leftOfNumber,
  taxedUnconfirmed,
} from '#server/books/invoices/invoice.store.ts'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import { issueCreditNote, issueInvoice } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type ChargeRow, lockCharge, paidAttempt } from './charging.store.ts'
import { book } from './ledger.store.ts'
import { insertRefund, onTheWayBack } from './refund.store.ts'
import { runPaymentSteps } from './run-payment-steps.ts'
import { storeDecision } from './store-decision.ts'

const reverseCharge: VatTreatment = { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' }

/**
 * Refunds tax that was charged because the register was unavailable, once it confirms the VAT id: the invoice is
 * cancelled and replaced by one without tax, and the tax is refunded to the card, or credited as far as no card paid
 * it. Once per invoice.
 */
export async function returnUnowedTax(services: Services): Promise<StepOutcome> {
  const { database, log } = services
  return oneByOne(
    await taxedUnconfirmed(database.db),
    (invoice) => returnTax(services, invoice),
    (error, { id: invoiceId }) => {
      log.error({ err: error, invoiceId }, 'tax could not be returned; it is tried again')
    },
  )
}

async function returnTax(
  services: Services,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const effectKey = `credit-note of tax ${id}`
  const steps = await inTransaction(services.database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, accountId)
    const invoice = await findInvoice(trx, id)
    if (!subscription || !invoice || (await findInvoiceByEffect(trx, effectKey))) return []
    const charge = invoice.charge_id === null ? undefined : await lockCharge(trx, invoice.charge_id)
    const left = await leftOfNumber(trx, invoice.number)
    if (left.vatCents <= 0) return []
    await replace(trx, services, { accountId, invoice, left, effectKey })
    const refund = charge && (await orderRefund(trx, services, charge, left.vatCents))
    const { key } = (invoice.facts as InvoiceFacts).bill
    const cardCents = refund?.grossCents ?? 0
    const event = { type: 'vat-confirmed', key, vatCents: left.vatCents, cardCents } as const
    const decision = decide(subscription.state, event, subscription.context)
    if (!decision.ok) throw new Error(`a confirmed VAT id was refused: ${decision.problem}`)
    const ordered = await storeDecision(trx, services, subscription, decision)
    return refund ? [...ordered, { kind: 'refund' as const, refundId: refund.id }] : ordered
  })
  await runPaymentSteps(services, steps)
}

type Replaced = {
  accountId: string
  invoice: InvoiceRow
  left: { netCents: number; vatCents: number }
  effectKey: string
}

/** Cancels what is left of an invoice, and issues it again without tax. */
async function replace(
  trx: Trx,
  services: Services,
  { accountId, invoice, left, effectKey }: Replaced,
): Promise<void> {
  const { bill, buyer } = invoice.facts as InvoiceFacts
  const about = { accountId, chargeId: invoice.charge_id, at: services.clock.now() }
  const note = await issueCreditNote(trx, services, invoice, { ...left, effectKey, goesTo: 'replacement' })
  const grossCents = left.netCents + left.vatCents
  await book(
    trx,
    { kind: 'credited', amount: { grossCents } },
    { ...about, document: note.number, subject: effectKey },
  )
  if (left.netCents === 0 || !('paidBy' in bill) || 'order' in bill) return
  const untaxed = restOfBill(bill, amountOf(left.netCents, 0))
  const { number } = await issueInvoice(trx, services, {
    accountId,
    chargeId: invoice.charge_id,
    bill: untaxed,
    facts: { vat: reverseCharge, buyer },
    again: { word: 'without tax', instead: invoice.number },
  })
  await book(
    trx,
    { kind: 'billed', amount: untaxed.amount },
    { ...about, document: number, subject: `${effectKey} again` },
  )
}

/** Refunds the tax, as far as the card paid it and was not refunded already. */
async function orderRefund(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  charge: ChargeRow,
  vatCents: number,
): Promise<{ id: string; grossCents: number } | undefined> {
  const attempt = await paidAttempt(trx, charge.id)
  const back = charge.refunded_cents + (await onTheWayBack(trx, charge.id))
  const grossCents = Math.min(vatCents, charge.gross_cents - back)
  if (!attempt || grossCents <= 0) return undefined
  const id = await insertRefund(trx, {
    id: random.id(),
    attempt,
    reason: taxRefund,
    amount: { netCents: 0, vatCents: grossCents },
    grossCents,
    now: clock.now(),
    real: clock.real(),
  })
  return id === undefined ? undefined : { id, grossCents }
}
