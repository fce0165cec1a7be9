/** The one key of this site in the browser's storages (product.md section 3). */
export const storageKey = 'lectern'

/** Accesses one part of the tab's storage without a store. `undefined` before the first `keep`. */
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

/** All parts, by name. Empty if the browser refuses storage. */
export function parts(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

export function write(kept: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // without storage it is kept until the page is left
  }
}
