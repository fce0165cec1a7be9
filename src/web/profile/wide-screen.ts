import { useSyncExternalStore } from 'react'

/** Whether there is room for a table: what Tailwind calls `sm`. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(watch, () => query().matches)
}

function query(): MediaQueryList {
  return matchMedia('(width >= 40rem)')
}

function watch(changed: () => void): () => void {
  const watched = query()
  watched.addEventListener('change', changed)
  return () => watched.removeEventListener('change', changed)
}
