import { Navigate, useSearchParams } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { CodeHostLink } from '#web/code-host/code-host-link.tsx'
import { usePageTitle } from '#web/layout/page-title.ts'
import { useConfig, useSession } from '#web/site/site.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { FreeVideos } from './free-videos.tsx'
import { LandingContents } from './landing-contents.tsx'
import { LandingFacts } from './landing-facts.tsx'
import { loadLandingLibrary, useLandingLibrary } from './landing-library.ts'
import { LandingPrice } from './landing-price.tsx'

export const prepare = loadLandingLibrary

/** What a visitor meets first; whoever is logged in goes straight to the content. */
export function Component() {
  usePageTitle(m.landing_page())
  const session = useSession()
  const library = useLandingLibrary()
  if (session?.authenticated) return <Navigate to={href('content')} replace />
  return (
    <div className="mx-auto max-w-6xl pt-2 sm:pt-8 lg:pt-14">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Welcome />
          <LandingFacts videos={library?.videos} />
          <LandingPrice />
          <FreeVideos videos={library?.videos} />
        </div>
        <LandingContents library={library} />
      </div>
    </div>
  )
}

function Welcome() {
  const { serviceMode, trialDays } = useConfig()
  const [search] = useSearchParams()
  return (
    <>
      <h1 className="max-w-[14ch] text-[2.25rem] leading-[1.08] tracking-[-0.035em] sm:text-5xl">
        {m.landing_title()}
      </h1>
      <p className="mt-5 max-w-[34rem] text-lg leading-relaxed text-muted">{m.landing_lead()}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to={href('content')} className={buttonClass({ variant: 'primary', size: 'large' })}>
          {m.landing_continue()}
        </Link>
        <Link to={href('login')} className={buttonClass({ size: 'large' })}>
          {m.landing_login()}
        </Link>
        <CodeHostLink email={search.get('email')?.trim()} />
        <Link to={href('register')} className={buttonClass({ size: 'large' })}>
          {m.landing_register()}
        </Link>
      </div>
      {serviceMode === 'sunset' ? <p className="running-text mt-4 text-sm">{m.landing_sunset()}</p> : null}
      {serviceMode === 'open' && trialDays > 0 ? (
        <p className="mt-4 text-sm text-muted">{m.landing_trial({ days: trialDays })}</p>
      ) : null}
    </>
  )
}
