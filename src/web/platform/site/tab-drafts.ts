import type { PersistStorage, StorageValue } from 'zustand/middleware'
import { useLocalState } from './store.ts'
import { parts, write } from './tab-storage.ts'

const emptied: (() => void)[] = []

/** Registers a function that empties a draft in memory on logout. */
export function emptyAtLogout(empty: () => void): void {
  emptied.push(empty)
}

/**
 * Deletes personal data on logout (decisions/060-screens-and-state.md): the length of "Continue watching", films
 * watched signed out, and everything in the tab's storage but the part `kept`. Appearance and player settings stay, and
 * the cart, which belongs to the browser.
 */
export function forgetPerson(kept?: string): void {
  useLocalState.setState({ continued: 0, begun: [] })
  for (const empty of emptied) empty()
  write(Object.fromEntries(Object.entries(parts()).filter(([part]) => part === kept)))
}

/**
 * Returns the storage of this tab for a store's drafts, such as an incomplete order. Each store has a part of the one
 * key. Stores nothing if the browser refuses storage. `empty` clears the store's memory on logout.
 */
export function tabStorage<State>(part: string, empty: () => void): PersistStorage<State> {
  emptyAtLogout(empty)
  return {
    // a part is written by the store of that name, which validates it on reading
    getItem: () => (parts()[part] as StorageValue<State> | undefined) ?? null,
    setItem: (_, value) => write({ ...parts(), [part]: value }),
    removeItem: () => {
      const { [part]: _, ...others } = parts()
      write(others)
    },
  }
}
