import { type DatevSettings, datevCase, financialYearOf, mostDatevBookings } from '#domain/exports/datev.ts'
import { mostOssLines, OssReturn } from '#domain/exports/oss-return.ts'
import { mostSalesListLines, SalesList, vatIdFault } from '#domain/exports/sales-list.ts'
import { daysOfTaxPeriod } from '#domain/exports/tax-period.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { declaredIn } from './sold-documents.store.ts'

/** What makes a file wrong. `number`: of the document, if it is about one. */
export type TaxFault = {
  readonly file: 'datev' | 'oss' | 'sales-list'
  readonly kind:
    | 'settings-missing'
    | 'account-missing'
    | 'two-financial-years'
    | 'vat-id-missing'
    | 'vat-id-invalid'
    | 'too-many-lines'
  readonly number: string | null
  /** Such as the kind of sale without an account. */
  readonly detail: string
}

type CaseSum = { sale: string; count: number; netCents: number; vatCents: number }

/** Returns all that a period declares, and what has to be put right before a file is made. */
export async function taxReturn(
  db: Db,
  period: string,
  { zone, settings }: { readonly zone: string; readonly settings: DatevSettings | undefined },
) {
  const days = daysOfTaxPeriod(period)
  const oss = new OssReturn(period)
  const salesList = new SalesList()
  const cases = new Map<string, CaseSum>()
  const faults: TaxFault[] = []
  for await (const sales of declaredIn(db, days, zone)) {
    for (const { sale, count } of sales) {
      oss.add(sale)
      salesList.add(sale)
      const name = datevCase(sale)
      const sum = cases.get(name) ?? { sale: name, count: 0, netCents: 0, vatCents: 0 }
      sum.count += count
      sum.netCents += sale.netCents
      sum.vatCents += sale.vatCents
      cases.set(name, sum)
      const fault = sale.case === 'reverse-charge' ? vatIdFault(sale) : undefined
      if (fault) {
        const kind = fault === 'missing' ? 'vat-id-missing' : 'vat-id-invalid'
        faults.push({ file: 'sales-list', kind, number: sale.number, detail: sale.buyer.vatId ?? '' })
      }
    }
  }
  const result = {
    ...days,
    cases: [...cases.values()].toSorted((one, other) => one.sale.localeCompare(other.sale)),
    oss: { lines: oss.lines(), corrections: oss.corrections() },
    salesList: salesList.lines(),
  }
  const whole = (kind: TaxFault['kind'], file: TaxFault['file']) =>
    faults.push({ file, kind, number: null, detail: '' })
  if (result.oss.lines.length > mostOssLines) whole('too-many-lines', 'oss')
  if (result.salesList.length > mostSalesListLines) whole('too-many-lines', 'sales-list')
  if (!settings) whole('settings-missing', 'datev')
  else {
    for (const { sale } of result.cases)
      if (!settings.accounts.some((account) => account.sale === sale && account.account !== ''))
        faults.push({ file: 'datev', kind: 'account-missing', number: null, detail: sale })
    const { yearStart } = settings
    if (financialYearOf(days.from, yearStart) !== financialYearOf(days.to, yearStart))
      whole('two-financial-years', 'datev')
  }
  if (result.cases.reduce((sum, { count }) => sum + count, 0) > mostDatevBookings)
    whole('too-many-lines', 'datev')
  return { ...result, faults }
}

export type TaxReturn = Awaited<ReturnType<typeof taxReturn>>
