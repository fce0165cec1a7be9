import { Navigate, useSearchParams } from 'react-router'
import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import type { TextVersion } from '#contract/site/site.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { cheapestMonth } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { CodeHostLink } from '#web/code-host/code-host-link.tsx'
import { usePageTitle } from '#web/layout/page-title.ts'
import { shownTotalDuration } from '#web/library/shown.ts'
import { priceText } from '#web/pricing/price-text.ts'
import { CallProblem } from '#web/site/api.ts'
import { useConfig, useSession } from '#web/site/site.ts'
import { loadText, useText } from '#web/static-pages/site-text.ts'
import { PlainSections } from '#web/static-pages/text-page.tsx'
import { TextParts } from '#web/static-pages/text-parts.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FreeVideos } from './free-videos.tsx'
import { LandingContents } from './landing-contents.tsx'
import { loadLandingLibrary, useLandingLibrary } from './landing-library.ts'

export const prepare = () => Promise.all([loadLandingLibrary(), loadText('landing')])

/** The first page a visitor sees; logged-in users go straight to the content. */
export function Component() {
  const { productName } = useConfig()
  const texts = useText('landing')
  const text = texts instanceof CallProblem ? undefined : texts?.[0]
  usePageTitle(text?.page ?? productName)
  const session = useSession()
  const library = useLandingLibrary()
  if (session?.authenticated) return <Navigate to={href('content')} replace />
  return (
    <div className="mx-auto max-w-6xl pt-2 sm:pt-8 lg:pt-14">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Welcome text={text} />
          <LandingFacts videos={library?.videos} />
          <LandingPrice />
          <FreeVideos videos={library?.videos} />
        </div>
        <LandingContents library={library} />
      </div>
      {text && text.sections.length > 0 ? <PlainSections text={{ ...text, lead: [] }} /> : null}
    </div>
  )
}

function Welcome({ text }: { text: TextVersion | undefined }) {
  const { productName, serviceMode, trialDays } = useConfig()
  const [search] = useSearchParams()
  return (
    <>
      <h1 className="max-w-[14ch] text-[2.25rem] leading-[1.08] tracking-[-0.035em] sm:text-5xl">
        {text?.heading ?? productName}
      </h1>
      {text ? (
        <div className="mt-5 max-w-[34rem] text-lg leading-relaxed text-muted">
          <TextParts parts={text.lead} />
        </div>
      ) : null}
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

/** How much there is, counted from the library itself. */
function LandingFacts({ videos }: { videos: readonly Video[] | undefined }) {
  if (videos?.length === 0) return null
  const total = videos?.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? 0
  const facts = [
    { name: m.landing_fact_videos(), value: videos && String(videos.length) },
    { name: m.landing_fact_time(), value: videos && shownTotalDuration(total) },
    { name: m.landing_fact_length(), value: videos && minutesAndSeconds(total / videos.length) },
  ]
  return (
    <dl className="mt-12 grid max-w-[34rem] grid-cols-3 border-y border-line">
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col-reverse border-line py-4 pr-3 not-first:border-l not-first:pl-4"
        >
          <dt className="caption">{name}</dt>
          <dd className="font-mono text-lg leading-tight font-medium tracking-[-0.03em] whitespace-nowrap tabular-nums sm:text-[1.375rem]">
            {value ?? <Skeleton className="my-0.5 h-6 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The lowest price on sale for one user. */
function LandingPrice() {
  const { pricing, serviceMode } = useConfig()
  const plan = pricing.plans.find(({ id }) => id === pricing.plan)
  if (!plan || serviceMode === 'sunset') return null
  return (
    <p className="mt-5 text-sm text-muted">
      <Link to={href('pricing')} className="link">
        {m.landing_price({ price: priceText(cheapestMonth(plan)) })}
      </Link>{' '}
      {m.landing_price_hint()}
    </p>
  )
}
