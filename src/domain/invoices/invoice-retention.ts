/**
 * How long an invoice has to be kept, counted from the end of the year in which it was issued: eight years (§ 14b UStG as of
 * 2025), ten where its tax is declared through the One Stop Shop (Art. 369k of the VAT directive).
 */
const yearsKept = { home: 8, abroad: 10 } as const

/** Invoices issued before that day (`YYYY-MM-DD`) need not be kept any longer. `abroad`: taxed in another EU country. */
export function invoicesKeptFrom(today: string, taxed: keyof typeof yearsKept): string {
  return `${Number(today.slice(0, 4)) - yearsKept[taxed]}-01-01`
}
