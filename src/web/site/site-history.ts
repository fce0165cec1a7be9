/** Where the visitor is on this site, and how they came. */
export type Location = {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty. */
  readonly hash: string
  /** What the page that led here passed on; null where nothing was. */
  readonly state: unknown
  /** Names the entry of the browser's history; `default` where a document was loaded. */
  readonly key: string
  /** `pop`: by loading the document, or by the back and forward buttons. */
  readonly arrival: 'pop' | 'push' | 'replace'
}

/** The entries that the visitor can go back to. The browser's own; tests have one in memory. */
export type SiteHistory = {
  readonly location: Location
  push(address: string, state: unknown): void
  replace(address: string, state: unknown): void
  go(steps: number): void
  /** Calls back after each change of the location; returns the function that stops it. */
  listen(changed: () => void): () => void
}

/** Numbered, so that it can be told how far a jump went (ui/leave-warning.tsx). */
type Entry = { readonly usr: unknown; readonly key: string; readonly idx: number }

export function browserHistory(): SiteHistory {
  const { history, location } = window
  let arrival: Location['arrival'] = 'pop'
  let changed: (() => void) | undefined
  const current = () => history.state as Partial<Entry> | null
  if (current()?.idx === undefined) history.replaceState({ ...current(), idx: 0 }, '')

  const onPop = () => {
    arrival = 'pop'
    changed?.()
  }
  const write = (how: 'push' | 'replace', address: string, usr: unknown) => {
    const idx = (current()?.idx ?? 0) + (how === 'push' ? 1 : 0)
    const entry: Entry = { usr, key: Math.random().toString(36).slice(2, 10), idx }
    try {
      history[`${how}State`](entry, '', address)
    } catch (error) {
      // Safari refuses after a hundred in half a minute; another site's address is none to go to
      if (new URL(address, location.href).origin !== location.origin) throw error
      return location.assign(address)
    }
    arrival = how
    changed?.()
  }
  return {
    get location() {
      const { usr = null, key = 'default' } = current() ?? {}
      const { pathname, search, hash } = location
      return { pathname, search, hash, state: usr, key, arrival }
    },
    push: (address, state) => write('push', address, state),
    replace: (address, state) => write('replace', address, state),
    go: (steps) => history.go(steps),
    listen(listener) {
      changed = listener
      window.addEventListener('popstate', onPop)
      return () => {
        changed = undefined
        window.removeEventListener('popstate', onPop)
      }
    },
  }
}
