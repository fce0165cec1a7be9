import { Document, isMap, Pair, parseDocument, YAMLMap } from 'yaml'

/** A price set as it is typed into a form. Texts that are no numbers are left for the reader to refuse. */
export type TypedPriceSet = {
  readonly name: string
  readonly basePrice: string
  readonly users: readonly { readonly from: string; readonly percent: string }[]
  readonly intervals: readonly { readonly interval: string; readonly percent: string }[]
  readonly tiers: 'volume' | 'graduated'
  /** `2027-03-01 09:00`; empty for at once. */
  readonly from: string
}

/**
 * Adds a price set to the text of `prices.yaml` and puts it on sale, from its beginning on in place of the set that was last
 * named. Comments stay. Returns the text unchanged if it is no map: its reader says why.
 * @param before the set that is on sale until then
 */
export function addPriceSet(text: string, set: TypedPriceSet, before: string): string {
  return edited(text, (document) => {
    const { basePrice, users, intervals, tiers, from } = set
    const node = new YAMLMap<string, unknown>()
    node.set('basePrice', numberOr(basePrice))
    node.set('users', pairs(users.map((tier) => [numberOr(tier.from), numberOr(tier.percent)])))
    node.set('intervals', pairs(intervals.map((one) => [one.interval, numberOr(one.percent)])))
    if (tiers === 'graduated') node.set('tiers', tiers)
    if (from !== '') {
      node.set('from', from)
      node.set('before', before)
    }
    document.set(set.name, node)
    document.set('onSale', set.name)
  })
}

/** Removes a planned price set from the text of `prices.yaml`: what it would have replaced stays on sale. */
export function withdrawPriceSet(text: string, name: string, before: string): string {
  return edited(text, (document) => {
    document.delete(name)
    if (document.get('onSale') === name) document.set('onSale', before)
    if (!isMap(document.contents)) return
    for (const { value } of document.contents.items)
      if (isMap(value) && value.get('before') === name) value.set('before', before)
  })
}

function edited(text: string, edit: (document: Document) => void): string {
  const document: Document = parseDocument(text, { version: '1.2', schema: 'core' })
  if (document.errors.length > 0) return text
  if (document.contents === null) document.contents = document.createNode({})
  if (!isMap(document.contents)) return text
  edit(document)
  return document.toString()
}

/** Not of a `Map`, in which equal keys would be one: the reader refuses them. */
function pairs(entries: readonly (readonly [string | number, string | number])[]): YAMLMap {
  const map = new YAMLMap()
  const document = new Document()
  for (const [key, value] of entries)
    map.items.push(new Pair(document.createNode(key), document.createNode(value)))
  return map
}

function numberOr(typed: string): string | number {
  const number = Number(typed.trim().replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(number) ? typed : number
}
