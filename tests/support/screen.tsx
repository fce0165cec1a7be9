import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { forgetCsrfToken } from '#web/platform/site/api.ts'
import { queryClient } from '#web/platform/site/queries.ts'
import { Router, Routes, useLocation } from '#web/platform/site/router.tsx'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { memoryHistory } from './memory-history.ts'
import { someConfig } from './some-site.ts'

type Shown = {
  /** Address that the visitor opens. */
  at?: string
  /** Path at which the element is rendered; elsewhere only the URL is shown. */
  path?: string
  /** Elements at other paths. */
  elsewhere?: { [path: string]: ReactNode }
  config?: Partial<SiteConfig>
  session?: UserSession
  state?: unknown
}

/**
 * Draws a page or part of one as a visitor meets it; other addresses show themselves in `data-testid="address"`. Nothing
 * has been read before.
 */
export function show(
  element: ReactNode,
  { at = '/', path = '*', elsewhere = {}, config, session = { authenticated: false }, state }: Shown = {},
) {
  queryClient.clear()
  useSite.setState({ config: { ...someConfig, ...config }, session })
  return render(
    <QueryClientProvider client={queryClient}>
      <Router history={memoryHistory(at, state)}>
        <Address />
        <Routes
          places={[
            { path, element },
            ...Object.entries(elsewhere).map(([other, there]) => ({ path: other, element: there })),
          ].sort((a, b) => Number(a.path.endsWith('*')) - Number(b.path.endsWith('*')))}
        />
      </Router>
    </QueryClientProvider>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

afterEach(() => {
  cleanup()
  forgetCsrfToken()
  useSite.setState({
    config: undefined,
    session: undefined,
    sessionProblem: undefined,
    signedInNow: undefined,
    waiting: undefined,
  })
  useNotifications.setState({ notifications: [], pausedAt: undefined })
})
