import { Outlet } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { Link } from '#web/ui/link.tsx'
import { Notifications } from '#web/ui/notifications.tsx'
import { useArrival } from './arrival.ts'
import { DeletionBanner } from './deletion-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Toolbar } from './toolbar.tsx'

/** The frame around every page. */
export function Layout() {
  const config = useConfig()
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
