import type { TaxReturn } from '#contract/admin/admin-books.ts'
import { quarterOf } from '#domain/exports/tax-period.ts'
import { m } from '#messages/generated/messages.js'
import { countryName } from '#web/books/billing/country-name.ts'
import { periodText } from './money-text.ts'

/** The name of a month or quarter. */
export function periodName(period: string): string {
  const [year = '', part = ''] = period.split('-')
  return part.startsWith('Q')
    ? m.tax_quarter({ quarter: part.slice(1), year })
    : periodText(`${period}-01`, 'month')
}

export function isMonth(text: string): boolean {
  return /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text)
}

export function isTaxPeriod(text: string): boolean {
  return isMonth(text) || /^20\d{2}-Q[1-4]$/.test(text)
}

/** The month of a day and those before it, newest first. */
export function monthsBefore(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}

/** The quarter of a day and those before it, newest first. */
export function quartersBefore(today: string, count: number): string[] {
  return [...new Set(monthsBefore(today, count * 3).map((month) => quarterOf(`${month}-01`)))]
}

/** The name of a kind of sale that has an account: 'Germany, 19 %', 'Reverse charge'. */
export function saleName(sale: string): string {
  const [kind, ...parts] = sale.split(' ')
  const percent = `${Number(parts.at(-1)) / 100} %`
  if (kind === 'home') return m.tax_sale_home({ percent })
  if (kind === 'oss') return m.tax_sale_oss({ country: countryName(parts[0] ?? ''), percent })
  if (kind === 'reverse-charge') return m.tax_sale_reverse_charge()
  return kind === 'small-business' ? m.tax_sale_small_business() : m.tax_sale_outside_scope()
}

type Fault = TaxReturn['faults'][number]

/** What has to be put right, as a sentence. */
export function faultText({ kind, number, detail }: Fault): string {
  switch (kind) {
    case 'settings-missing':
      return m.tax_fault_settings()
    case 'account-missing':
      return m.tax_fault_account({ sale: saleName(detail) })
    case 'two-financial-years':
      return m.tax_fault_years()
    case 'vat-id-missing':
      return m.tax_fault_vat_id_missing({ number: number ?? '' })
    case 'vat-id-invalid':
      return m.tax_fault_vat_id_invalid({ number: number ?? '', vatId: detail })
    case 'too-many-lines':
      return m.tax_fault_too_many()
  }
}
