import { useSyncExternalStore } from 'react'
import { useLocalState } from '#web/platform/site/store.ts'

/** Whether the dark theme is shown: as chosen, else as the system prefers. */
export function useDark(): boolean {
  const theme = useLocalState((state) => state.theme)
  const systemIsDark = useSyncExternalStore(
    watchSystem,
    () => system().matches,
    // documents are rendered before their reader is known
    () => false,
  )
  return theme ? theme === 'dark' : systemIsDark
}

function system(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function watchSystem(changed: () => void): () => void {
  const query = system()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
