import { useSyncExternalStore } from 'react'

/** Whether the window is at least so wide, in rem; without a figure what Tailwind calls `sm`: room for a small table. */
export function useWideScreen(widthRem = 40): boolean {
  return useSyncExternalStore(
    (changed) => {
      const watched = query(widthRem)
      watched.addEventListener('change', changed)
      return () => watched.removeEventListener('change', changed)
    },
    () => query(widthRem).matches,
    // a document is drawn before it is known how wide it will be shown
    () => true,
  )
}

function query(widthRem: number): MediaQueryList {
  return matchMedia(`(width >= ${widthRem}rem)`)
}
