import { Temporal } from 'temporal-polyfill'

/** Who may order on invoice, up to which sum of what they owe together, gross, and within how many days it is to be paid. */
export type InvoiceTerms = {
  readonly to: 'nobody' | 'companies' | 'everybody'
  readonly upToCents: number
  readonly days: number
}

/** Where the money goes. */
export type BankAccount = { readonly holder: string; readonly iban: string; readonly bic?: string }

/** Who orders, as far as it matters for an invoice. */
export type InvoiceBuyer = {
  /** A company whose VAT id the register has confirmed. */
  readonly isKnownCompany: boolean
  /** What they owe on earlier invoices, gross. */
  readonly owedCents: number
  /** One of those is overdue. */
  readonly isOverdue: boolean
}

/** Whether an order of that gross price may be paid by invoice: nobody who is late with one gets another. */
export function mayOrderOnInvoice(
  { to, upToCents }: InvoiceTerms,
  { isKnownCompany, owedCents, isOverdue }: InvoiceBuyer,
  grossCents: number,
): boolean {
  const isMeant = to === 'everybody' || (to === 'companies' && isKnownCompany)
  return isMeant && !isOverdue && grossCents > 0 && owedCents + grossCents <= upToCents
}

/** The last day (`YYYY-MM-DD`) on which an invoice of a day is to be paid. */
export function dueDay(issuedOn: string, { days }: Pick<InvoiceTerms, 'days'>): string {
  return Temporal.PlainDate.from(issuedOn).add({ days }).toString()
}

/** Days after the due day on which somebody is reminded: a transfer may take its time, and two reminders are enough. */
export const reminderDays = [3, 14] as const

/** How many reminders somebody who has not paid by today should have got. */
export function remindersDue(dueOn: string, today: string): number {
  const late = Temporal.PlainDate.from(dueOn).until(today).days
  return reminderDays.filter((days) => late >= days).length
}
