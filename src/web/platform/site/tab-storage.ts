/** The one key of this site in a browser's storages (product.md section 3). */
export const storageKey = 'lectern'

/** One part of the tab's storage without a store: `undefined` before the first `keep`. */
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

/** All parts, by name. Nothing where the browser refuses storage. */
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
    // it is kept until the page is left
  }
}
