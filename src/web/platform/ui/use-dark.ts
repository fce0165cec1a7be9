import { useSyncExternalStore } from 'react'
import { useLocalState } from '#web/platform/site/store.ts'

/** Whether the screens are dark: as chosen, else as the system is. */
export function useDark(): boolean {
  const theme = useLocalState((state) => state.theme)
  const systemIsDark = useSyncExternalStore(
    watchSystem,
    () => system().matches,
    // a document is drawn before it is known who will read it
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
