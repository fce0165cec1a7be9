import type { ReportPeriod } from '#domain/reports/money-report.ts'

/** Returns the first and last day of `2026-11` or `2026-Q4`. */
export function daysOfTaxPeriod(period: string): Pick<ReportPeriod, 'from' | 'to'> {
  const [year = 0, part = ''] = period.split('-').map((text, at) => (at === 0 ? Number(text) : text)) as [
    number,
    string,
  ]
  const isQuarter = part.startsWith('Q')
  const first = isQuarter ? (Number(part.slice(1)) - 1) * 3 : Number(part) - 1
  const dayAt = (month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { from: dayAt(first, 1), to: dayAt(first + (isQuarter ? 3 : 1), 0) }
}

/** Returns the quarter of a day: `2026-Q4`. */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`
}
