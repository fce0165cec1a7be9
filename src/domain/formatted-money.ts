/** An amount in euros as people of that language write it, always with its cents: '€1,234.50', '−€20.00', '1.234,50 €'. */
export function formatMoney(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    .format(cents / 100)
    .replace('-', '−')
}
