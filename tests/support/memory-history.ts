import type { Location, SiteHistory } from '#web/platform/site/site-history.ts'

type Entry = Omit<Location, 'arrival'>

/** A browser's history for screens without one. */
export function memoryHistory(address: string, state: unknown = null): SiteHistory {
  let count = 0
  const entryOf = (to: string, passed: unknown): Entry => {
    const { pathname, search, hash } = new URL(to, 'http://localhost')
    const key = count === 0 ? 'default' : `entry-${count}`
    count += 1
    return { pathname, search, hash, state: passed, key }
  }
  const entries = [entryOf(address, state)]
  let at = 0
  let arrival: Location['arrival'] = 'pop'
  let changed: (() => void) | undefined
  const now = () => {
    const entry = entries[at]
    if (!entry) throw new Error('there is no such entry')
    return { ...entry, arrival }
  }
  return {
    get location() {
      return now()
    },
    push(to, passed) {
      entries.splice(at + 1, entries.length, entryOf(to, passed))
      at += 1
      arrival = 'push'
      changed?.()
    },
    replace(to, passed) {
      entries[at] = entryOf(to, passed)
      arrival = 'replace'
      changed?.()
    },
    go(steps) {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1)
      arrival = 'pop'
      changed?.()
    },
    listen(listener) {
      changed = listener
      return () => {
        changed = undefined
      }
    },
  }
}
