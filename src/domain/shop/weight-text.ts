/** Formats a weight: '500 g', '2.5 kg', '10 kg'. */
export function weightText(grams: number, locale: string): string {
  const isHeavy = grams >= 1000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isHeavy ? 'kilogram' : 'gram',
    maximumFractionDigits: 2,
  }).format(isHeavy ? grams / 1000 : grams)
}
