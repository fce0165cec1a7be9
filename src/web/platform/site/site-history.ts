import { needsDocument } from './foreign-script.ts'
import { tabPart } from './tab-storage.ts'

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

type Browser = Pick<globalThis.Location, 'assign' | 'replace' | 'reload'>

/**
 * The browser's own history. A page that a foreign script must not see is opened by loading its document, whatever the way to it.
 */
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

function current(): Partial<Entry> | null {
  return window.history.state
}

/** Whether this is the first page that the document showed, as far as is known: no way back stays within it. */
export function isFirstEntry(): boolean {
  return (current()?.idx ?? 0) === 0
}

function newEntry(how: 'push' | 'replace', usr: unknown): Entry {
  const idx = (current()?.idx ?? 0) + (how === 'push' ? 1 : 0)
  return { usr, key: Math.random().toString(36).slice(2, 10), idx }
}

type Arriving = { readonly href: string; readonly entry: Partial<Entry> }
/** Not the state of the browser's history: Chromium drops that between documents whose Cross-Origin-Opener-Policy differs. */
const arriving = tabPart<Arriving>('arriving')

/** Loads the document of an address of this site, and passes on what a page within a document would get. */
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

/** Whether this site itself is loading the next document, which goes on with what this one kept in the tab. */
export function isLoadingDocument(): boolean {
  return arriving.read() !== undefined
}

/**
 * Loads the document of the page that is shown anew: the one before came with another page's Content-Security-Policy. No
 * earlier entry of the history belongs to it, so that the way back leads to another document.
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
