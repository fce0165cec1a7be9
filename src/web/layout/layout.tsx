import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Location, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig, useSession } from '#web/site/site.ts'
import { Link } from '#web/ui/link.tsx'
import { Notifications } from '#web/ui/notifications.tsx'
import { deletionDay } from './deletion-day.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Toolbar } from './toolbar.tsx'

// seen by nobody but the admin
const SwitchedBanner = lazy(() => import('./switched-banner.tsx'))

/** The frame around every page. */
export function Layout() {
  const config = useConfig()
  const session = useSession()
  const isSwitched = session?.authenticated === true && session.switchedBy !== undefined
  const { pathname } = useArrival()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        {m.skip_to_content()}
      </a>
      {config.demo ? <DemoBanner /> : null}
      <DeletionBanner />
      <Toolbar />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-8 sm:px-6">
        {/* a failed page does not affect the next one */}
        <ErrorBoundary place={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Footer />
      {isSwitched ? (
        <Suspense>
          <SwitchedBanner />
        </Suspense>
      ) : null}
      <Notifications />
    </div>
  )
}

/** On every page of a demo, so that nobody takes it for the real site. */
function DemoBanner() {
  return (
    <aside
      aria-label={m.demo_banner_label()}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-center text-[0.8125rem]"
    >
      <span>{m.demo_banner()}</span>
      <Link to={href('demo')} className="link py-0.5 font-medium">
        {m.demo_banner_link()}
      </Link>
    </aside>
  )
}

const scrollPositions = new Map<string, number>()

/**
 * What a browser does when a document loads, for client-side navigation: a new page begins at its top and the focus
 * goes to its content, so that screen readers announce it; going back restores the scroll position.
 */
function useArrival(): Location {
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

/** On every page while an account, or only its user, is about to be deleted, so that nobody is surprised. */
export function DeletionBanner() {
  const session = useSession()
  if (!session?.authenticated) return null
  const { deletionAt, deletionOf } = session.account
  if (deletionAt === undefined) return null
  const date = deletionDay(deletionAt)
  const mayKeep = deletionOf === 'user' || session.permissions.includes('account.manage')
  return (
    <aside
      aria-label={m.own_data_banner()}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-danger-soft px-4 py-1 text-center text-[0.8125rem]"
    >
      <span>
        {deletionOf === 'user' ? m.own_data_pending_user({ date }) : m.own_data_pending_account({ date })}
      </span>
      <Link to={`${href('profile')}#own-data`} className="link py-0.5 font-medium">
        {mayKeep ? m.own_data_keep() : m.own_data_banner_copy()}
      </Link>
    </aside>
  )
}
