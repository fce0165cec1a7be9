import { categoryCircles } from '#domain/catalogue/catalogue.ts'

/** A category with its place in the tree. */
export type PlacedCategory = {
  readonly id: string
  readonly urlKey: string
  /** Empty at the top. */
  readonly parentIds: readonly string[]
}

export type PlaceFault =
  | { readonly code: 'parent-unknown' | 'parent-twice'; readonly parent: string }
  | { readonly code: 'name-taken'; readonly parent: string }
  | { readonly code: 'circle'; readonly circle: readonly string[] }

/** Returns the first fault of a category's place among all the others, if any. */
export function placeFault(
  category: PlacedCategory,
  others: readonly PlacedCategory[],
): PlaceFault | undefined {
  const { id, urlKey, parentIds } = category
  const known = new Set([...others.map((other) => other.id), id])
  for (const [place, parent] of parentIds.entries()) {
    if (!known.has(parent)) return { code: 'parent-unknown', parent }
    if (parentIds.indexOf(parent) < place) return { code: 'parent-twice', parent }
  }
  const [circle] = categoryCircles([...others, category])
  if (circle) return { code: 'circle', circle }
  const isThere = (parent: string | undefined) => (other: PlacedCategory) =>
    other.urlKey === urlKey &&
    (parent === undefined ? other.parentIds.length === 0 : other.parentIds.includes(parent))
  const places = parentIds.length === 0 ? [undefined] : parentIds
  for (const parent of places)
    if (others.some(isThere(parent))) return { code: 'name-taken', parent: parent ?? '' }
  return undefined
}

/** Returns the paths of URL keys from the top to a category and to everything below it, joined by `/`. */
export function pathsBelow(
  id: string,
  categories: readonly PlacedCategory[],
): { readonly path: string; readonly id: string }[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const pathsTo = (of: string): string[] => {
    const category = byId.get(of)
    if (!category) return []
    if (category.parentIds.length === 0) return [category.urlKey]
    return category.parentIds.flatMap((parent) => pathsTo(parent).map((path) => `${path}/${category.urlKey}`))
  }
  const below = (of: string): string[] => [
    of,
    ...categories.filter(({ parentIds }) => parentIds.includes(of)).flatMap((child) => below(child.id)),
  ]
  return [...new Set(below(id))].flatMap((one) => pathsTo(one).map((path) => ({ path, id: one })))
}
