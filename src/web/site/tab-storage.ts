import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** The one key of this site in a browser's storages (product.md section 3). */
export const storageKey = 'lectern'

const emptied: (() => void)[] = []

/** Has a draft emptied in memory when somebody logs out. */
export function emptyAtLogout(empty: () => void): void {
  emptied.push(empty)
}

/** Forgets all that this tab keeps, but for the part that is `kept`. */
export function forgetTab(kept?: string): void {
  for (const empty of emptied) empty()
  write(Object.fromEntries(Object.entries(parts()).filter(([part]) => part === kept)))
}

/**
 * What this tab alone keeps, such as a half-given order: each store has a part of the one key. Nothing is kept where the
 * browser refuses storage. `empty` forgets what the store has in memory, for when somebody logs out.
 */
export function tabStorage<State>(part: string, empty: () => void): PersistStorage<State> {
  emptyAtLogout(empty)
  return {
    // a part is what the store of that name has written; each checks what it reads
    getItem: () => (parts()[part] as StorageValue<State> | undefined) ?? null,
    setItem: (_, value) => write({ ...parts(), [part]: value }),
    removeItem: () => {
      const { [part]: _, ...others } = parts()
      write(others)
    },
  }
}

/** One part of the tab's storage without a store: what it holds is `undefined` before the first `keep`. */
export function tabPart<State>(part: string): {
  read(): State | undefined
  keep(state: State): void
  forget(): void
} {
  return {
    read: () => parts()[part] as State | undefined,
    keep: (state) => write({ ...parts(), [part]: state }),
    forget() {
      const { [part]: _, ...others } = parts()
      write(others)
    },
  }
}

function parts(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

function write(kept: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // it is kept until the page is left
  }
}
