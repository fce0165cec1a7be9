/** What an import has to know of a stored category, video or series. */
export type StoredItem = {
  readonly id: string
  /** Who saved it last. */
  readonly changedBy: 'folder' | 'desk'
  /** An import has brought it. */
  readonly fromFolder: boolean
  /** `withdrawn`: its folder was gone at an import. `deleted`: it is in the trash, or was. */
  readonly presence: 'present' | 'withdrawn' | 'deleted'
}

/** An item of the imported folder. */
export type FolderItem = {
  readonly id: string
  /** Fields in which it differs from the stored item of the same id. */
  readonly differing: readonly string[]
  /** Former ids of a renamed item. */
  readonly formerIds?: readonly string[]
}

/** An item that the desk has changed, and an import would change. */
type LibraryConflict = {
  readonly id: string
  /** `deleted`: it is in the trash. `folder`: the folder does not have it, or under another name. */
  readonly fields: readonly string[]
}

/** Which side wins a conflict. */
export type Take = 'folder' | 'desk'

export type ImportPlan = {
  /** Unless empty, nothing may be changed. */
  readonly conflicts: readonly LibraryConflict[]
  /** Ids of the folder to be left out. */
  readonly leftOut: ReadonlySet<string>
  /** Ids to be left as stored although the folder does not have them. */
  readonly left: ReadonlySet<string>
}

/**
 * Decides what an import may change: what the folder names, and what an earlier import brought. Items made at the desk
 * stay. Where the desk has changed an item since the last import and the folder says something else, it is a conflict
 * that `take` decides; without it, nothing is imported.
 */
export function planImport(
  stored: readonly StoredItem[],
  folder: readonly FolderItem[],
  take: Take | undefined,
): ImportPlan {
  const storedById = new Map(stored.map((item) => [item.id, item]))
  const named = new Set(folder.map(({ id }) => id))
  const conflicts: LibraryConflict[] = []
  const leftOut = new Set<string>()
  const left = new Set<string>()
  const isChangedAtDesk = (item: StoredItem | undefined) =>
    item?.changedBy === 'desk' && item.presence === 'present'

  for (const { id, differing, formerIds = [] } of folder) {
    const before = storedById.get(id)
    const fields = before?.changedBy === 'desk' ? fieldsAgainst(before, differing) : []
    if (fields.length > 0) {
      conflicts.push({ id, fields })
      leftOut.add(id)
    }
    // a renamed item takes the place of its former one
    if (!before && formerIds.some((former) => isChangedAtDesk(storedById.get(former)))) leftOut.add(id)
  }
  for (const item of stored) {
    if (named.has(item.id) || item.presence !== 'present') continue
    if (!item.fromFolder) left.add(item.id)
    else if (item.changedBy === 'desk') {
      conflicts.push({ id: item.id, fields: ['folder'] })
      left.add(item.id)
    }
  }
  if (take !== 'folder') return { conflicts: take === 'desk' ? [] : conflicts, leftOut, left }
  const decided = new Set(conflicts.map(({ id }) => id))
  return { conflicts: [], leftOut: new Set(), left: new Set([...left].filter((id) => !decided.has(id))) }
}

function fieldsAgainst({ presence }: StoredItem, differing: readonly string[]): readonly string[] {
  return presence === 'deleted' ? ['deleted'] : differing
}
