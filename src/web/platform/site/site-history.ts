import { needsDocument } from './foreign-script.ts'
import { tabPart } from './tab-storage.ts'

/** A location within this site, and how it was reached. */
export type Location = {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty. */
  readonly hash: string
  /** State passed by the page that navigated here; null without any. */
  readonly state: unknown
  /** Identifies the history entry; `default` after a document load. */
  readonly key: string
  /** `pop`: by a document load, or by the back and forward buttons. */
  readonly arrival: 'pop' | 'push' | 'replace'
}

/** The history of locations: the browser's, or in tests one in memory. */
export type SiteHistory = {
  readonly location: Location
  push(address: string, state: unknown): void
  replace(address: string, state: unknown): void
  go(steps: number): void
  /** Calls back after each change of the location. Returns a function that unsubscribes. */
  listen(changed: () => void): () => void
}

/** Numbered, to tell the distance of a jump (ui/leave-warning.tsx). */
type Entry = { readonly usr: unknown; readonly key: string; readonly idx: number }

type Browser = Pick<globalThis.Location, 'assign' | 'replace' | 'reload'>

/** The browser's history. A page that a foreign script must not see is always opened in a new document. */
export function browserHistory(browser: Browser = window.location): SiteHistory {
  const { history, location } = window
  let arrival: Location['arrival'] = 'pop'
  let changed: (() => void) | undefined
  takeArriving()
  if (current()?.idx === undefined) history.replaceState({ ...current(), idx: 0 }, '')

  const onPop = () => {
    if (needsDocument(location.pathname)) {
      arriving.keep({ href: location.href, entry: current() ?? newEntry('replace', null) })
      return browser.reload()
    }
    arrival = 'pop'
    changed?.()
  }
  const write = (how: 'push' | 'replace', address: string, usr: unknown) => {
    if (needsDocument(new URL(address, location.href).pathname))
      return loadDocument(address, { usr, replace: how === 'replace' }, browser)
    const entry = newEntry(how, usr)
    try {
      history[`${how}State`](entry, '', address)
    } catch (error) {
      // Safari throws after 100 changes in 30 seconds; a URL of another site is rejected
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

function current(): Partial<Entry> | null {
  return window.history.state
}

/** Whether this is, as far as is known, the document's first page: going back leaves the document. */
export function isFirstEntry(): boolean {
  return (current()?.idx ?? 0) === 0
}

function newEntry(how: 'push' | 'replace', usr: unknown): Entry {
  const idx = (current()?.idx ?? 0) + (how === 'push' ? 1 : 0)
  return { usr, key: Math.random().toString(36).slice(2, 10), idx }
}

type Arriving = { readonly href: string; readonly entry: Partial<Entry> }
/**
 * Not in the browser's history state: Chromium drops it between documents with different Cross-Origin-Opener-Policy.
 */
const arriving = tabPart<Arriving>('arriving')

/** Loads the document of a URL of this site, and passes on the state that navigation within a document would. */
function loadDocument(
  address: string,
  { usr, replace }: { usr: unknown; replace: boolean },
  browser: Browser = window.location,
): void {
  const { href, origin } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError(`${address} is no address of this site`)
  arriving.keep({ href, entry: newEntry(replace ? 'replace' : 'push', usr) })
  browser[replace ? 'replace' : 'assign'](href)
}

/** Whether this site is loading the next document, which continues with what this tab keeps. */
export function isLoadingDocument(): boolean {
  return arriving.read() !== undefined
}

/**
 * Reloads the shown page in a document of its own, because this one has another page's Content-Security-Policy. Earlier
 * history entries belong to another document.
 */
export function loadOwnDocument(
  usr: unknown = current()?.usr,
  search: string = window.location.search,
): void {
  loadDocument(window.location.pathname + search, { usr, replace: true })
}

function takeArriving(): void {
  const { href, entry } = arriving.read() ?? {}
  arriving.forget()
  if (href === window.location.href) window.history.replaceState(entry, '')
}
