/** Formats an amount in euros for a locale, always with cents: '€1,234.50', '−€20.00', '1.234,50 €'. */
export function formatMoney(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    .format(cents / 100)
    .replace('-', '−')
}
