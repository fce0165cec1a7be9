import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { useSite } from '#web/site/site.ts'
import { ConfigFailure } from './layout/config-failure.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { LoadedPage, routes } from './routes.tsx'
import { Spinner } from './ui/spinner.tsx'

export function App() {
  const isConfigured = useSite(({ config }) => config !== undefined)
  return (
    <StrictMode>
      {/* the Content-Security-Policy refuses <style> elements; styles.css has what they would say */}
      <CSPProvider disableStyleElements>
        <ErrorBoundary>{isConfigured ? <Site /> : <ConfigFailure />}</ErrorBoundary>
      </CSPProvider>
    </StrictMode>
  )
}

function Site() {
  return (
    <BrowserRouter>
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
    </BrowserRouter>
  )
}
