import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { decoded, matchPath } from '#contract/match-path.ts'
import { href, pages } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { useConfig, useSession, useSwitched } from '#web/platform/site/site.ts'
import type { Location } from '#web/platform/site/site-history.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Toolbar } from './toolbar.tsx'

// few users see it
const DeletionBanner = lazy(() => import('./deletion-banner.tsx'))
const SwitchedBanner = lazy(() => import('./switched-banner.tsx'))

/**
 * The frame around every page. `banner` is shown above all of them; the caller passes it from a room above this one.
 */
export function Layout({ banner, children }: { banner?: ReactNode; children?: ReactNode }) {
  const config = useConfig()
  const session = useSession()
  const isSwitched = useSwitched()
  const isLeaving = session?.authenticated === true && session.account.deletionAt !== undefined
  const { pathname } = useArrival()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLinks pathname={pathname} />
      {config.demo ? <DemoBanner /> : null}
      {isLeaving ? (
        <Suspense>
          <DeletionBanner />
        </Suspense>
      ) : null}
      {banner}
      <Toolbar />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-8 sm:px-6">
        {/* a failed page does not affect the next one */}
        <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
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

/** Links past the header to the content, on a listing also past its filters, and on a film's page to the player. */
function SkipLinks({ pathname }: { pathname: string }) {
  const further = matchPath(pages.video.path, pathname)
    ? { to: 'player', text: m.skip_to_player() }
    : matchPath(pages.content.path, pathname) || matchPath(pages.category.path, pathname)
      ? { to: 'results', text: m.skip_to_results() }
      : undefined
  return (
    <>
      <a href="#main" className="skip-link">
        {m.skip_to_content()}
      </a>
      {further ? (
        <a href={`#${further.to}`} className="skip-link">
          {further.text}
        </a>
      ) : null}
    </>
  )
}

/** Marks every page of a demo, so that it is not taken for the real site. */
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
 * Does for client-side navigation what a browser does on loading a document. A new page begins at its top, and its
 * content gets the focus, so that screen readers announce it. Going back restores the scroll position.
 */
function useArrival(): Location {
  const location = useLocation()
  const { key, pathname, hash, arrival } = location
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
      document.getElementById(decoded(hash.slice(1)))?.scrollIntoView()
    } else if (changed) {
      window.scrollTo(0, arrival === 'pop' ? (scrollPositions.get(key) ?? 0) : 0)
    }
    // typing in the search field continues
    if (changed && !(document.activeElement instanceof HTMLInputElement)) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [key, pathname, hash, arrival])

  return location
}
