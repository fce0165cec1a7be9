/** A category (product.md section 3) with one or more parents; none at the top level. */
export type TreeCategory = {
  readonly id: string
  readonly name: string
  readonly urlKey: string
  readonly parentIds: readonly string[]
  readonly position: number
}

/** The categories in order, with their ancestors and descendants. */
export type CategoryTree<C extends TreeCategory> = {
  /** Top level, in order. */
  readonly roots: readonly C[]
  childrenOf(id: string): readonly C[]
  byId(id: string): C | undefined
  /** The category and its descendants. */
  within(id: string): ReadonlySet<string>
  /** Path from the top level to the category, by first parents; empty for an unknown ID. */
  pathTo(id: string): readonly C[]
  /** Resolves URL keys from the top down, so `testing/kata` differs from `refactoring/kata`. */
  atPath(urlKeys: readonly string[]): readonly C[] | undefined
  /** The category's position in the tree, depth first; unknown ones sort last. */
  rankOf(id: string): number
}

/**
 * Builds the tree: ordered by position, then name. A category with several parents appears below each; missing parents
 * are ignored, and a cycle of parents is cut at its first member, so that every category stays reachable.
 */
export function categoryTree<C extends TreeCategory>(categories: readonly C[]): CategoryTree<C> {
  const ordered = [...categories].sort(inOrder)
  const byId = new Map(ordered.map((category) => [category.id, category]))
  const childrenOf = childrenByParent(ordered, byId)
  const { roots, paths } = pathsFromTop(ordered, byId, childrenOf)
  const ranks = new Map([...paths.keys()].map((id, rank) => [id, rank]))
  const withinCache = new Map<string, ReadonlySet<string>>()

  return {
    roots,
    childrenOf,
    byId: (id) => byId.get(id),
    within: (id) => {
      const known = withinCache.get(id)
      // mutant `known → false`: the same, found anew
      if (known) return known
      const ids = reachable(id, childrenOf)
      // mutant `withinCache.set(id, ids) → ;`: the same, found anew
      withinCache.set(id, ids)
      return ids
    },
    pathTo: (id) => paths.get(id) ?? [],
    atPath: (urlKeys) => {
      const path: C[] = []
      let level: readonly C[] = roots
      for (const urlKey of urlKeys) {
        const found = level.find((category) => category.urlKey === urlKey)
        if (!found) return undefined
        path.push(found)
        level = childrenOf(found.id)
      }
      return path.length > 0 ? path : undefined
    },
    rankOf: (id) => ranks.get(id) ?? ranks.size,
  }
}

type ChildrenOf<C> = (id: string) => readonly C[]

function childrenByParent<C extends TreeCategory>(
  ordered: readonly C[],
  byId: ReadonlyMap<string, C>,
): ChildrenOf<C> {
  const children = new Map<string, C[]>()
  for (const category of ordered) {
    for (const parentId of new Set(category.parentIds)) {
      if (!byId.has(parentId) || parentId === category.id) continue
      children.set(parentId, [...(children.get(parentId) ?? []), category])
    }
  }
  return (id) => children.get(id) ?? []
}

/**
 * The first path to each category, and the starting points: a cycle, which has no top level, starts at its first member.
 */
function pathsFromTop<C extends TreeCategory>(
  ordered: readonly C[],
  byId: ReadonlyMap<string, C>,
  childrenOf: ChildrenOf<C>,
): { roots: readonly C[]; paths: ReadonlyMap<string, readonly C[]> } {
  const roots = ordered.filter(
    (category) => !category.parentIds.some((id) => byId.has(id) && id !== category.id),
  )
  const paths = new Map<string, readonly C[]>()
  const follow = (category: C, above: readonly C[]) => {
    if (paths.has(category.id)) return
    const path = [...above, category]
    paths.set(category.id, path)
    for (const child of childrenOf(category.id)) follow(child, path)
  }
  for (const root of roots) follow(root, [])
  for (const category of ordered) {
    if (paths.has(category.id)) continue
    roots.push(category)
    follow(category, [])
  }
  return { roots, paths }
}

function reachable<C extends TreeCategory>(id: string, childrenOf: ChildrenOf<C>) {
  const ids = new Set<string>([id])
  for (const reached of ids) for (const child of childrenOf(reached)) ids.add(child.id)
  return ids
}

const inOrder = (a: TreeCategory, b: TreeCategory) =>
  a.position - b.position || a.name.localeCompare(b.name) || a.id.localeCompare(b.id)
