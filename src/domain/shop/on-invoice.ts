import { Temporal } from 'temporal-polyfill'

/** Who may order on invoice, up to which gross sum of open invoices, and the payment term in days. */
export type InvoiceTerms = {
  readonly to: 'nobody' | 'companies' | 'everybody'
  readonly upToCents: number
  readonly days: number
}

/** Account for the transfer. */
export type BankAccount = { readonly holder: string; readonly iban: string; readonly bic?: string }

/** The facts about a buyer that decide on orders on invoice. */
export type InvoiceBuyer = {
  /** A company with a VAT ID confirmed by the register. */
  readonly isKnownCompany: boolean
  /** Gross sum of open invoices. */
  readonly owedCents: number
  /** An open invoice is overdue. */
  readonly isOverdue: boolean
}

/** Whether an order of a gross price may be paid on invoice; not while another invoice is overdue. */
export function mayOrderOnInvoice(
  { to, upToCents }: InvoiceTerms,
  { isKnownCompany, owedCents, isOverdue }: InvoiceBuyer,
  grossCents: number,
): boolean {
  const isMeant = to === 'everybody' || (to === 'companies' && isKnownCompany)
  return isMeant && !isOverdue && grossCents > 0 && owedCents + grossCents <= upToCents
}

/** Returns the due day (`YYYY-MM-DD`) of an invoice. */
export function dueDay(issuedOn: string, { days }: Pick<InvoiceTerms, 'days'>): string {
  return Temporal.PlainDate.from(issuedOn).add({ days }).toString()
}

/** Days after the due day on which reminders are sent: transfers take time, and two reminders are enough. */
export const reminderDays = [3, 14] as const

/** Returns how many reminders are due for an invoice that is unpaid today. */
export function remindersDue(dueOn: string, today: string): number {
  const late = Temporal.PlainDate.from(dueOn).until(today).days
  return reminderDays.filter((days) => late >= days).length
}
