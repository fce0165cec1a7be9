/** What names a product in an address: its name for people, and the beginning of its id, which finds it whatever it is called later. */
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
  return [words, beginOf(id)].filter(Boolean).join('-')
}

/** Whether an address that ends in this key is that of the product with the id. */
export function isKeyOf(key: string, id: string): boolean {
  const begin = beginOf(id)
  return key === begin || key.endsWith(`-${begin}`)
}

function beginOf(id: string): string {
  // mutant `id.split('-')[0] ?? id → id.split('-')[0]`: there is always a first part
  return id.split('-')[0] ?? id
}
