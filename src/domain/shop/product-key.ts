/**
 * Returns a product's key for URLs: its name for people, and the last 12 digits of its ID, which still find it after it
 * is renamed.
 */
export function productKey({ id, name }: { readonly id: string; readonly name: string }): string {
  const words = name
    .toLowerCase()
    // mutant `({ ä: 'ae', ö: 'oe', ü: 'ue' })[umlaut] ?? '' → ({ ä: 'ae', ö: 'oe', ü: 'ue' })[umlaut]`: each has its letters
    // mutant `'' → 'mutant'`: each has its letters
    .replace(/ä|ö|ü/g, (umlaut) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[umlaut] ?? '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return [words, endOf(id)].filter(Boolean).join('-')
}

/** Whether a key belongs to the product with an ID. */
export function isKeyOf(key: string, id: string): boolean {
  const end = endOf(id)
  return key === end || key.endsWith(`-${end}`)
}

/** 48 bits of the ID, unique in practice. */
function endOf(id: string): string {
  return id.slice(-12)
}
