import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { forgetCsrfToken } from '#web/site/api.ts'
import { useSite } from '#web/site/site.ts'
import { useNotifications } from '#web/ui/notifications-store.ts'
import { someConfig } from './some-site.ts'

type Shown = {
  /** Address that the visitor opens. */
  at?: string
  /** Path at which the element stands; elsewhere only the address is shown. */
  path?: string
  /** What stands at other paths. */
  elsewhere?: { [path: string]: ReactNode }
  config?: Partial<SiteConfig>
  session?: UserSession
  state?: unknown
}

/** Draws a page or part of one as a visitor meets it; other addresses show themselves in `data-testid="address"`. */
export function show(
  element: ReactNode,
  { at = '/', path = '*', elsewhere = {}, config, session = { authenticated: false }, state }: Shown = {},
) {
  useSite.setState({ config: { ...someConfig, ...config }, session })
  return render(
    <MemoryRouter initialEntries={[{ ...parsed(at), state }]}>
      <Address />
      <Routes>
        <Route path={path} element={element} />
        {Object.entries(elsewhere).map(([other, there]) => (
          <Route key={other} path={other} element={there} />
        ))}
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

function parsed(at: string): { pathname: string; search: string } {
  const { pathname, search } = new URL(at, 'http://localhost')
  return { pathname, search }
}

afterEach(() => {
  cleanup()
  forgetCsrfToken()
  useSite.setState({ config: undefined, session: undefined, sessionProblem: undefined })
  useNotifications.setState({ notifications: [], pausedAt: undefined })
})
