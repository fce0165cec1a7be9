import { CSPProvider } from '@base-ui/react/csp-provider'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { ConfigFailure } from './layout/config-failure.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { configQuery } from './queries.ts'
import { LoadedPage, routes } from './routes.tsx'
import { Spinner } from './ui/spinner.tsx'

export function App({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      {/* the Content-Security-Policy refuses <style> elements; styles.css has what they would say */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <ErrorBoundary>
              <Configured>
                <Suspense fallback={<Spinner />}>
                  <Routes>
                    <Route element={<Layout />}>
                      {routes.map(({ name, path, page }) => (
                        <Route key={name} path={path} element={<LoadedPage key={page.key} page={page} />} />
                      ))}
                      <Route path="*" element={<NotFoundPage />} />
                    </Route>
                  </Routes>
                </Suspense>
              </Configured>
            </ErrorBoundary>
          </BrowserRouter>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  )
}

/** Below this, the public settings are there. */
function Configured({ children }: { children: ReactNode }) {
  const { data, isError } = useQuery(configQuery)
  if (isError && !data) return <ConfigFailure />
  return data ? children : <Spinner />
}
