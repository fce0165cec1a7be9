import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Video } from '#contract/library/library.ts'
import { heroOf } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import type { TextVersion } from '#contract/site/site.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { loadText, useText } from '#web/front/static-pages/site-text.ts'
import { TextParts } from '#web/front/static-pages/text-parts.tsx'
import { CodeHostLink } from '#web/identity/code-host/code-host-link.tsx'
import { shownTotalDuration } from '#web/library/videos/shown.ts'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Navigate, useSearchParams } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { FreeVideos } from './free-videos.tsx'
import { HeroFilm } from './hero-film.tsx'
import { loadLandingLibrary, useLandingLibrary } from './landing-library.ts'
import { LandingSections } from './landing-sections.tsx'
import { LandingTopics } from './landing-topics.tsx'

const LandingLearning = lazy(() => import('./landing-learning.tsx'))

export const prepare = () => Promise.all([loadLandingLibrary(), loadText('landing')])

/** The first page for visitors; logged-in users are sent on to the content. */
export function Component() {
  const { productName } = useConfig()
  const texts = useText('landing')
  const text = texts instanceof CallProblem ? undefined : texts?.[0]
  usePageTitle(text?.page ?? productName)
  const session = useSession()
  const library = useLandingLibrary()
  if (session?.authenticated) return <Navigate to={href('content')} replace />
  const hero = text && heroOf(text)
  return (
    <div className="@container mx-auto max-w-6xl pt-2 sm:pt-8 lg:pt-12">
      {/* depends on the reader's text size: next to a film, large words would not fit */}
      <div className="grid items-center gap-x-12 gap-y-10 @min-[59rem]:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] @min-[71rem]:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <Welcome text={text} hero={hero} />
        {hero ? <HeroFilm key={hero.id} video={hero} /> : null}
      </div>
      <LandingFacts videos={library?.videos} />
      <div className="mt-16">
        <LandingTopics library={library} />
      </div>
      {library && hero?.hasCaptions ? <Learning key={hero.id} video={hero} /> : null}
      <FreeVideos videos={library?.videos} hero={hero} />
      {text ? <LandingSections sections={text.sections} /> : null}
      <LastWord />
    </div>
  )
}

function Welcome({ text, hero }: { text: TextVersion | undefined; hero: Video | undefined }) {
  const { productName, serviceMode } = useConfig()
  const [search] = useSearchParams()
  const offersTrial = useOffersTrial()
  return (
    <div>
      <h1 className="max-w-[16ch] text-[2.25rem] leading-[1.08] tracking-[-0.035em] hyphens-auto sm:text-5xl @min-[59rem]:max-w-none @min-[59rem]:text-[2.5rem] @min-[71rem]:text-5xl">
        {text?.heading ?? productName}
      </h1>
      {text ? (
        <div className="mt-5 max-w-[34rem] text-lg leading-relaxed text-muted">
          <TextParts parts={text.lead.filter(({ kind }) => kind !== 'video')} />
        </div>
      ) : null}
      <div className="mt-8 flex flex-wrap gap-3">
        {offersTrial ? <StartTrial /> : null}
        <Link
          to={hero ? href('video', { id: hero.id }) : href('content')}
          className={buttonClass({ size: 'large', ...(!offersTrial && { variant: 'primary' }) })}
        >
          {hero ? m.landing_watch() : m.landing_continue()}
        </Link>
      </div>
      <TrialHint />
      <LandingPrice />
      {saysClosing(serviceMode) ? <p className="running-text mt-4 text-sm">{m.service_closing()}</p> : null}
      {saysPaused(serviceMode) ? <p className="running-text mt-4 text-sm">{m.service_paused()}</p> : null}
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        {hero ? (
          <Link to={href('content')} className="link">
            {m.landing_continue()}
          </Link>
        ) : null}
        <Link to={href('login')} className="link">
          {m.landing_login()}
        </Link>
        <CodeHostLink className="link" email={search.get('email')?.trim()} />
        <Link to={href('register')} className="link">
          {m.landing_register()}
        </Link>
      </p>
    </div>
  )
}

function useOffersTrial(): boolean {
  const { serviceMode, trialDays } = useConfig()
  return sells(serviceMode) && trialDays > 0
}

function StartTrial() {
  return (
    <Link to={href('register')} className={buttonClass({ variant: 'primary', size: 'large' })}>
      {m.start_trial()}
    </Link>
  )
}

function TrialHint() {
  const { trialDays } = useConfig()
  return useOffersTrial() ? (
    <p className="mt-4 text-sm text-muted">{m.landing_trial({ days: trialDays })}</p>
  ) : null
}

/** Rendered when scrolled near: the first view does not need it. */
function Learning({ video }: { video: Video }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '25% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={null}>
          <LandingLearning video={video} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Repeats the call to action at the end of the page. */
function LastWord() {
  if (!useOffersTrial()) return null
  return (
    <section className="mt-16 flex flex-col items-center border-t border-line pt-12 text-center">
      <StartTrial />
      <TrialHint />
      <LandingPrice />
    </section>
  )
}

/** The facts about the library that the operator chose. */
function LandingFacts({ videos }: { videos: readonly Video[] | undefined }) {
  const { facts } = useConfig()
  if (facts.length === 0 || videos?.length === 0) return null
  const total = videos?.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? 0
  const known = {
    videos: { name: m.landing_fact_videos(), value: videos && String(videos.length) },
    time: { name: m.landing_fact_time(), value: videos && shownTotalDuration(total) },
    length: { name: m.landing_fact_length(), value: videos && minutesAndSeconds(total / videos.length) },
  }
  return (
    <dl className="mt-12 flex max-w-[34rem] border-y border-line">
      {facts.map((fact) => (
        <div
          key={fact}
          className="flex flex-1 flex-col-reverse border-line py-4 pr-3 not-first:border-l not-first:pl-4"
        >
          <dt className="caption">{known[fact].name}</dt>
          <dd className="font-mono text-lg leading-tight font-medium tracking-[-0.03em] whitespace-nowrap even-digits sm:text-[1.375rem]">
            {known[fact].value ?? <Skeleton className="my-0.5 h-6 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The monthly price of one user, as on the pricing page. */
function LandingPrice() {
  const { pricing, serviceMode, vat } = useConfig()
  if (!sells(serviceMode)) return null
  const price = priceText(pricing.firstCents)
  return (
    <p className="mt-1 text-sm text-muted">
      <Link to={href('pricing')} className="link">
        {vat.percent > 0 ? m.landing_price({ price }) : m.landing_price_untaxed({ price })}
      </Link>{' '}
      {m.landing_price_hint()}
    </p>
  )
}
