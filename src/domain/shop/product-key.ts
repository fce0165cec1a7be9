/**
 * What names a product in an address: its name for people, and the last 12 digits of its id, which find it whatever it
 * is called later.
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

/** Whether an address that ends in this key is that of the product with the id. */
export function isKeyOf(key: string, id: string): boolean {
  const end = endOf(id)
  return key === end || key.endsWith(`-${end}`)
}

/** 48 of its bits: two products never share them. */
function endOf(id: string): string {
  return id.slice(-12)
}
