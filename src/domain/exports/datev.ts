import type { ReportPeriod } from '#domain/reports/money-report.ts'
import { datevColumns } from './datev-columns.ts'
import type { Sale } from './sale.ts'

/** What the tax adviser says: numbers, financial year and accounts. */
export type DatevSettings = {
  /** Berater: 1001 to 9999999. */
  readonly consultant: number
  /** Mandant: 1 to 99999. */
  readonly client: number
  /** Month in which the financial year begins, 1 to 12. */
  readonly yearStart: number
  /** Digits of the accounts, 4 to 8. */
  readonly accountLength: number
  /** Standard chart of accounts; empty: another one. */
  readonly chart: '' | '03' | '04'
  /** Account of the customers, or of the money in transit. */
  readonly customerAccount: string
  /** Bookings cannot be changed after the import. */
  readonly locked: boolean
  readonly accounts: readonly DatevAccount[]
}

/** Revenue account of a kind of sale, and its tax key; automatic accounts have none. */
type DatevAccount = { readonly sale: string; readonly account: string; readonly taxKey: string }

/** Returns the kind of a sale that has an account of its own: `home 1900`, `oss AT 2000`, `reverse-charge`. */
export function datevCase(sale: Pick<Sale, 'case' | 'country' | 'basisPoints'>): string {
  if (sale.case === 'home') return `home ${sale.basisPoints}`
  return sale.case === 'oss' ? `oss ${sale.country} ${sale.basisPoints}` : sale.case
}

/** Most bookings of a file. */
export const mostDatevBookings = 99_999

/**
 * Returns the first two lines of a DATEV file (EXTF, Buchungsstapel, header 700, format 13): 31 fields, then the titles of
 * the 125 columns.
 * @param created local time of creation, `YYYYMMDDHHMMSSFFF`
 */
export function datevHead(
  settings: DatevSettings,
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
  created: string,
): string {
  const head: readonly Field[] = [
    text('EXTF'),
    '700',
    '21',
    text('Buchungsstapel'),
    '13',
    created,
    '',
    text('RE'),
    text(''),
    text(''),
    String(settings.consultant),
    String(settings.client),
    financialYearOf(from, settings.yearStart).replaceAll('-', ''),
    String(settings.accountLength),
    from.replaceAll('-', ''),
    to.replaceAll('-', ''),
    text(`Rechnungen ${from.slice(0, 7)}`),
    text(''),
    '1',
    '0',
    settings.locked ? '1' : '0',
    text('EUR'),
    '',
    text(''),
    '',
    '',
    text(settings.chart),
    '',
    '',
    text(''),
    text(''),
  ]
  return line(head) + line(datevColumns)
}

/** Returns the booking of a sale; undefined where its account is missing. */
export function datevBooking(sale: Sale, settings: DatevSettings): string | undefined {
  const found = settings.accounts.find((account) => account.sale === datevCase(sale))
  if (!found?.account) return undefined
  const grossCents = sale.netCents + sale.vatCents
  const fields: Field[] = datevColumns.map(() => '')
  const set = (column: (typeof datevColumns)[number], value: Field) => {
    fields[datevColumns.indexOf(column)] = value
  }
  set('Umsatz (ohne Soll/Haben-Kz)', decimal(grossCents))
  // debit of the customer's account; a credit note is the reverse
  set('Soll/Haben-Kennzeichen', text(grossCents < 0 ? 'H' : 'S'))
  set('WKZ Umsatz', text('EUR'))
  set('Konto', settings.customerAccount)
  set('Gegenkonto (ohne BU-Schlüssel)', found.account)
  set('BU-Schlüssel', text(found.taxKey))
  set('Belegdatum', `${sale.day.slice(8, 10)}${sale.day.slice(5, 7)}`)
  set('Belegfeld 1', text(sale.number))
  set('Buchungstext', text(sale.buyer.name.slice(0, 60)))
  if (sale.case === 'reverse-charge') set('EU-Land u. UStID (Bestimmung)', text(sale.buyer.vatId ?? ''))
  if (sale.case === 'oss') {
    set('EU-Land u. UStID (Bestimmung)', text(sale.country === 'GR' ? 'EL' : sale.country))
    set('EU-Steuersatz (Bestimmung)', decimal(sale.basisPoints))
  }
  set('Festschreibung', settings.locked ? '1' : '0')
  return line(fields)
}

/** Returns the first day of the financial year of a day. */
export function financialYearOf(day: string, startMonth: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return `${month >= startMonth ? year : year - 1}-${String(startMonth).padStart(2, '0')}-01`
}

/** A number or date as it is, or a text in quotes. */
type Field = string

function text(value: string): Field {
  return `"${value.replaceAll('"', '""')}"`
}

function decimal(hundredths: number): Field {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

function line(fields: readonly Field[]): string {
  return `${fields.join(';')}\r\n`
}
