import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { type Match, matchPath } from '#contract/match-path.ts'
import type { Location, SiteHistory } from './site-history.ts'

/** An address of this site, or its changed parts: `?q=a` stays on the page and drops the fragment (`#…`). */
export type To = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string }
type How = { readonly replace?: boolean; readonly state?: unknown }

/** Goes to a URL, or a number of steps through the browser's history. Always the same function. */
type Navigate = (to: To | number, how?: How) => void

const Here = createContext<{ readonly location: Location; readonly navigate: Navigate } | undefined>(
  undefined,
)
const Found = createContext<Match['params']>({})

/**
 * Provides the current location. A page whose code is still loading does not replace the one before: changes of
 * location are transitions. It replaces React Router, which would be 12 KB of each first visit
 * (decisions/060-screens-and-state.md).
 */
export function Router({ history, children }: { history: SiteHistory; children: ReactNode }) {
  const [location, setLocation] = useState(history.location)
  useLayoutEffect(() => history.listen(() => startTransition(() => setLocation(history.location))), [history])
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      if (typeof to === 'number') history.go(to)
      else history[replace ? 'replace' : 'push'](addressOf(to, history.location), state)
    },
    [history],
  )
  const here = useMemo(() => ({ location, navigate }), [location, navigate])
  return <Here value={here}>{children}</Here>
}

/** Renders the first route that matches the location. A misspelled path is corrected, as on the server. */
export function Routes({
  places,
}: {
  places: readonly { readonly path: string; readonly element: ReactNode }[]
}) {
  const { pathname, search, hash, state } = useLocation()
  for (const { path, element } of places) {
    const match = matchPath(path, pathname)
    if (match?.spelling !== undefined)
      return <Navigate to={{ pathname: match.spelling, search, hash }} replace state={state} />
    if (match) return <Found value={match.params}>{element}</Found>
  }
  return null
}

/** Navigates when rendered. */
export function Navigate({ to, replace = false, state }: { to: To } & How) {
  const navigate = useNavigate()
  const { location } = useHere()
  const address = addressOf(to, location)
  useEffect(() => navigate(address, { replace, state }), [navigate, address, replace, state])
  return null
}

export function useLocation(): Location {
  return useHere().location
}

export function useNavigate(): Navigate {
  return useHere().navigate
}

/** Returns the parameters of this page's path. */
export function useParams(): Match['params'] {
  return use(Found)
}

type Query = URLSearchParams | Record<string, string>

/** Returns the query of the location, and a function that changes it. */
export function useSearchParams(): [
  search: URLSearchParams,
  change: (next: Query | ((before: URLSearchParams) => Query), how?: How) => void,
] {
  const { location, navigate } = useHere()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const change = useCallback(
    (next: Query | ((before: URLSearchParams) => Query), how?: How) => {
      const query = typeof next === 'function' ? next(new URLSearchParams(params)) : next
      navigate(`?${new URLSearchParams(query)}`, how)
    },
    [navigate, params],
  )
  return [params, change]
}

/** Resolves a `To` against the current location. */
export function addressOf(to: To, from: Location): string {
  if (typeof to !== 'string') {
    const { pathname = from.pathname, search = '', hash = '' } = to
    return `${pathname}${search && search !== '?' ? `?${search.replace(/^\?/, '')}` : ''}${hash}`
  }
  return (to.startsWith('/') ? to : from.pathname + to).replace(/\?(?=#|$)/, '')
}

function useHere() {
  const here = use(Here)
  if (!here) throw new Error('links and addresses are used inside a Router')
  return here
}
