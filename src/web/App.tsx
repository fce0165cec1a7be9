import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { m } from '#messages/generated/messages.js'
import { ErrorBoundary } from '#web/layout/error-boundary.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { NotFoundPage } from '#web/layout/not-found-page.tsx'
import { useSite } from '#web/site/site.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadedPage, routes } from './routes.tsx'

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

/** Without the public settings no page can be drawn. */
export function ConfigFailure() {
  return (
    <main role="alert">
      <EmptyState
        title={m.config_failure()}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {m.reload()}
          </Button>
        }
      />
    </main>
  )
}
