import { useSyncExternalStore } from 'react'

/** Whether the window is at least this wide, in rem. The default is Tailwind's `sm`: enough for a small table. */
export function useWideScreen(widthRem = 40): boolean {
  return useSyncExternalStore(
    (changed) => {
      const watched = query(widthRem)
      watched.addEventListener('change', changed)
      return () => watched.removeEventListener('change', changed)
    },
    () => query(widthRem).matches,
    // documents are rendered before their width is known
    () => true,
  )
}

function query(widthRem: number): MediaQueryList {
  return matchMedia(`(width >= ${widthRem}rem)`)
}
