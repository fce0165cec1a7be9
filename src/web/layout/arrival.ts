import { useEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router'

const scrollPositions = new Map<string, number>()

/**
 * What a browser does when a document loads, for client-side navigation: a new page begins at its top and the focus
 * goes to its content, so that screen readers announce it; going back restores the scroll position.
 */
export function useArrival(): Location {
  const location = useLocation()
  const navigation = useNavigationType()
  const { key, pathname, hash } = location
  const previous = useRef(pathname)

  useEffect(() => {
    const remember = () => scrollPositions.set(key, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key])

  useEffect(() => {
    const changed = previous.current !== pathname
    previous.current = pathname
    if (hash) {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    } else if (changed) {
      window.scrollTo(0, navigation === NavigationType.Pop ? (scrollPositions.get(key) ?? 0) : 0)
    }
    // whoever types into the search field goes on typing
    if (changed && !(document.activeElement instanceof HTMLInputElement)) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [key, pathname, hash, navigation])

  return location
}
