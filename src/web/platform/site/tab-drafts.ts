import type { PersistStorage, StorageValue } from 'zustand/middleware'
import { useLocalState } from './store.ts'
import { parts, write } from './tab-storage.ts'

const emptied: (() => void)[] = []

/** Has a draft emptied in memory when somebody logs out. */
export function emptyAtLogout(empty: () => void): void {
  emptied.push(empty)
}

/**
 * What goes when somebody logs out (decisions/060-screens-and-state.md): how much they have begun to watch, what was watched here
 * before they came, and all that the tab keeps but for the part that is `kept`. How the site looks and plays stays, and the cart, which is the browser's.
 */
export function forgetPerson(kept?: string): void {
  useLocalState.setState({ continued: 0, begun: [] })
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
