import { advanceCycle, localDate, nextPeriod, startCycle } from '#domain/billing/billing-period.ts'
import type { Bill } from '#domain/billing/decision.ts'
import type { Language } from '#domain/language.ts'
import { amountOf } from '#domain/money.ts'
import { intervalPrice } from '#domain/pricing.ts'
import { m } from '#messages/generated-mails/messages.js'
import { vatOfAccount } from '#server/books/billing/vat-of-account.ts'
import type { InvoiceRow } from '#server/books/invoices/invoice.store.ts'
import { type InvoiceFacts, writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { fileNameOf } from '#server/books/invoices/invoice-file.ts'
import { invoiceText } from '#server/books/invoices/invoice-text.ts'
import { sellerOf } from '#server/books/invoices/issue-invoice.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'

type Known = Pick<Services, 'clock' | 'config' | 'siteFiles'>
type TestSale = Bill & { readonly vat: InvoiceFacts['vat'] }

/** Returns what a private customer at home would pay today for the shortest period on sale. */
export function testSale(services: Known): TestSale {
  const { clock, config } = services
  const now = clock.now()
  const plan = planOnSale(services)
  const [shortest] = plan.intervals
  if (!shortest) throw new TypeError(`the plan ${plan.id} has no interval`)
  const nobody = { country: null, vatId: null, isBusiness: false, vatCheck: null }
  const vat = vatOfAccount(config, nobody, now)
  const cycle = startCycle(now, config.seller.zone)
  const { interval } = shortest
  const priceCents = intervalPrice(plan, 1, shortest)
  const amount = amountOf(priceCents, vat.basisPoints)
  const period = { plan, interval, paidLicenses: 1, priceCents, ...nextPeriod(cycle, interval) }
  return {
    key: 'test',
    purpose: {
      kind: 'period',
      index: 1,
      term: 1,
      starts: 'when-paid',
      cycle: advanceCycle(cycle, interval),
      ...period,
    },
    amount,
    paidBy: { creditCents: 0, cardCents: amount.grossCents, openCents: 0, alsoCents: 0 },
    vat,
  }
}

/**
 * Returns the PDF of a test purchase, which looks like an invoice, has TEST in its title, and says that it is none. Made
 * from a row that is stored nowhere.
 */
export async function testDocument(
  { clock, config }: Known,
  { vat, ...bill }: TestSale,
  {
    id,
    name,
    number,
    language,
  }: { readonly id: string; readonly name: string; readonly number: string; readonly language: Language },
): Promise<MailAttachment> {
  const { address, country, zone } = config.seller
  const facts: InvoiceFacts = {
    vat,
    buyer: { name, address, country, business: false, language },
    ...sellerOf(config),
    bill,
  }
  const row: InvoiceRow = {
    id,
    number,
    kind: 'invoice',
    account_id: id,
    charge_id: null,
    corrects: null,
    issued_on: localDate(clock.now(), zone),
    net_cents: bill.amount.netCents,
    vat_cents: bill.amount.vatCents,
    gross_cents: bill.amount.grossCents,
    facts,
    effect_key: number,
    created_at: clock.now(),
  }
  const written = writtenInvoice(row)
  const text = invoiceText(written)
  const locale = { locale: language }
  // most processes never make a PDF
  const { invoicePdf } = await import('#server/books/invoices/invoice-pdf.ts')
  const bytes = await invoicePdf({
    ...text,
    title: m.invoice_test_title({ title: text.title }, locale),
    notes: [m.invoice_test_note({}, locale), ...text.notes],
  })
  return { fileName: fileNameOf(written, 'pdf'), contentType: 'application/pdf', bytes }
}
