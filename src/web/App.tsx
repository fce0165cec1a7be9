import { lazy, StrictMode, Suspense, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { ErrorBoundary } from '#web/platform/layout/error-boundary.tsx'
import { Layout } from '#web/platform/layout/layout.tsx'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { Router, Routes } from '#web/platform/site/router.tsx'
import { useSession, useSite } from '#web/platform/site/site.ts'
import { browserHistory } from '#web/platform/site/site-history.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { LoadedPage } from './loadable-page.tsx'
import { routes } from './routes.tsx'

export function App() {
  const isConfigured = useSite(({ config }) => config !== undefined)
  return (
    <StrictMode>
      <ErrorBoundary>{isConfigured ? <Site /> : <ConfigFailure />}</ErrorBoundary>
    </StrictMode>
  )
}

const places = [
  ...routes.map(({ path, page }) => ({ path, element: <LoadedPage key={page.key} page={page} /> })),
  { path: '*', element: <NotFound /> },
]

function Site() {
  const [history] = useState(browserHistory)
  return (
    <Router history={history}>
      <Suspense fallback={<Spinner />}>
        <Layout banner={<Overdue />}>
          <Routes places={places} />
        </Layout>
        <SignedOut />
      </Suspense>
    </Router>
  )
}

// few users see it
const OverdueBanner = lazy(() => import('#web/books/billing/overdue-banner.tsx'))

/** Shown on every page while a renewal is unpaid. */
export function Overdue() {
  const session = useSession()
  if (!session?.authenticated || !session.subscription?.overdue) return null
  return (
    <Suspense>
      <OverdueBanner session={session} />
    </Suspense>
  )
}

const SignedOutNotice = lazy(() => import('#web/identity/sign-in/signed-out-notice.tsx'))

/** Shown on a page that keeps unsaved input after its user was signed out elsewhere. */
export function SignedOut() {
  const isOut = useSite(({ signedInNow }) => signedInNow !== undefined)
  return isOut ? (
    <Suspense>
      <SignedOutNotice />
    </Suspense>
  ) : null
}

/** Shown if the public settings cannot be loaded, without which no page can be rendered. */
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
