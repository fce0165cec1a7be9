import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { Video } from '#contract/library/library.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { href } from '#contract/pages.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { filmPoster, Poster } from '#web/library/videos/poster.tsx'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { askTeam } from '#web/platform/layout/ask-team.ts'
import { call } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { sellerZone } from '#web/platform/site/site-clock.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { FilmPreview } from './film-preview.tsx'
import type { Locked } from './playback.ts'

type LockedVideoProps = Pick<LockProps, 'reason' | 'reopen'> & {
  video: Video
  viewer: LibraryViewer
  /** The film's second at which the viewer's session ended; otherwise undefined. */
  signedOutAt: number | undefined
}

/** Replaces the film for viewers who may not watch it (product.md section 2, Video page), with its public content. */
export function LockedVideo({ video, viewer, signedOutAt, ...rest }: LockedVideoProps) {
  const { id: videoId, title, categoryId, hasCaptions, codeFiles } = video
  const lock = { ...rest, title, categoryId, poster: filmPoster(video), session: viewer.session }
  if (lock.reason === 'login-required' && signedOutAt !== undefined)
    return <SignedOut {...lock} videoId={videoId} signedOutAt={signedOutAt} />
  return (
    <>
      <Lock {...lock} />
      {lock.reason === 'too-many-streams' ? null : <FilmPreview {...{ videoId, hasCaptions, codeFiles }} />}
    </>
  )
}

/** Shown if the session ended during a film: a login that returns to the same second, and no offers. */
function SignedOut({ videoId, signedOutAt, ...place }: Place & { videoId: string; signedOutAt: number }) {
  const second = Math.floor(signedOutAt)
  const next = href('video', { id: videoId }, { t: second > 0 ? String(second) : undefined })
  return (
    <LockedPlace {...place}>
      <div role="alert" className="grid gap-4">
        <h2 className="text-balance">{m.locked_signed_out_title()}</h2>
        <p className="max-w-md text-muted">{m.locked_signed_out({ moment: minutesAndSeconds(second) })}</p>
      </div>
      <Link to={href('login', {}, { next })} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {m.locked_login()}
      </Link>
    </LockedPlace>
  )
}

/** The fixed parts of the replacement. */
type Place = { title: string; poster: string | undefined; categoryId: string }

type LockProps = Place & {
  reason: Locked
  /** The signed-in user's. */
  session: SignedInSession | undefined
  /** Opens this film, once another stream was stopped. */
  reopen: () => Promise<unknown>
}

function Lock({ reason, session, reopen, ...place }: LockProps) {
  return (
    <LockedPlace {...place}>
      <h2 className="text-balance">
        {reason === 'subscription-required' && pauseOf(session)
          ? m.subscription_state_paused()
          : titles[reason]()}
      </h2>
      {reason === 'too-many-streams' ? (
        <StopOther onStopped={reopen} />
      ) : (
        <WayIn reason={reason} session={session} />
      )}
    </LockedPlace>
  )
}

/** The film's place, with its poster and title. */
function LockedPlace({ title, poster, categoryId, children }: Place & { children: ReactNode }) {
  return (
    <div id="player" tabIndex={-1} className="player locked md:grid-cols-2">
      {poster ? (
        <img src={poster} alt="" width={640} height={360} className="aspect-video size-full object-cover" />
      ) : (
        <Poster video={{ title, categoryId }} sizes="40rem" />
      )}
      <div className="player-cover justify-items-start text-left">
        <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
          <LockKeyhole className="size-4 shrink-0" aria-hidden />
          <bdi>{title}</bdi>
        </p>
        {children}
      </div>
    </div>
  )
}

/** Only visitors are asked to log in (product.md section 2, Video page). */
const titles: Readonly<Record<Locked, () => string>> = {
  'login-required': m.locked_title,
  'subscription-required': m.locked_subscription_title,
  'confirmation-required': m.locked_confirmation_title,
  'too-many-streams': m.locked_streams_title,
}

/** Stops the viewer's oldest stream. */
function StopOther({ onStopped }: { onStopped: () => Promise<unknown> }) {
  const { busy, send } = useCall(() => call(watchingCalls.stopOldestStream), {
    onDone: onStopped,
    onRefused: () => notify(m.locked_streams_failure(), 'error'),
  })
  return (
    <>
      <p className="max-w-md text-muted">{m.locked_streams()}</p>
      <Button variant="primary" busy={busy} onClick={() => send()}>
        {m.locked_streams_stop()}
      </Button>
    </>
  )
}

function WayIn({
  reason,
  session,
}: {
  reason: Exclude<Locked, 'too-many-streams'>
  session: SignedInSession | undefined
}) {
  const { serviceMode } = useConfig()
  if (reason === 'confirmation-required') {
    return (
      <>
        <Reason>{m.locked_confirmation({ email: session?.user.email ?? '' })}</Reason>
        <Link to={href('profile')} className={buttonClass({ variant: 'primary' })}>
          {m.locked_confirmation_link()}
        </Link>
      </>
    )
  }
  if (reason === 'login-required') return <VisitorsWayIn />
  const mayPay = session?.permissions.includes('subscription.manage') ?? false
  const paused = pauseOf(session)
  if (paused)
    return (
      <>
        <Reason>
          {m.subscription_paused({
            date: moneyDay(new Date(paused.until), sellerZone(), getLocale()),
          })}
        </Reason>
        {mayPay ? <ToSubscription /> : null}
      </>
    )
  const ask = session && sells(serviceMode) ? askTeam(session) : undefined
  return (
    <>
      <Reason>{m.locked_subscription()}</Reason>
      <NotSold />
      {mayPay ? <ToSubscription /> : null}
      {/* this user may see neither the subscription nor prices */}
      {!mayPay && ask ? <Reason>{ask}</Reason> : null}
      {mayPay ? <Price /> : null}
    </>
  )
}

/** A pause that has begun: nothing is offered to its users. */
function pauseOf(session: SignedInSession | undefined) {
  const paused = session?.subscription?.paused
  return paused?.begun ? paused : undefined
}

function ToSubscription() {
  return (
    <Link to={href('subscription')} className={buttonClass({ variant: 'primary' })}>
      {m.locked_subscription_link()}
    </Link>
  )
}

function VisitorsWayIn() {
  const { pathname, search } = useLocation()
  const { serviceMode, trialDays } = useConfig()
  const isSold = sells(serviceMode)
  const offersTrial = isSold && trialDays > 0
  const next = pathname + search
  return (
    <>
      {offersTrial ? <Reason>{m.locked_trial({ days: trialDays })}</Reason> : null}
      <NotSold />
      <div className="flex flex-wrap gap-2">
        {offersTrial ? (
          <Link
            to={href('register', {}, { next })}
            className={buttonClass({ variant: 'primary', size: 'large' })}
          >
            {m.start_trial()}
          </Link>
        ) : null}
        <Link
          to={href('login', {}, { next })}
          className={buttonClass({ size: 'large', ...(!offersTrial && { variant: 'primary' }) })}
        >
          {m.locked_login()}
        </Link>
        {isSold && !offersTrial ? (
          <Link to={href('register', {}, { next })} className={buttonClass({ size: 'large' })}>
            {m.locked_register()}
          </Link>
        ) : null}
      </div>
      <Price />
    </>
  )
}

function Reason({ children }: { children: ReactNode }) {
  return <p className="max-w-md text-muted">{children}</p>
}

/** Says that no subscription is offered, while nothing is sold. */
function NotSold() {
  const { serviceMode } = useConfig()
  if (saysClosing(serviceMode)) return <Reason>{m.service_closing()}</Reason>
  return saysPaused(serviceMode) ? <Reason>{m.service_paused()}</Reason> : null
}

/** The monthly price of one user, as on the pricing page. Empty while nothing is sold. */
function Price() {
  const { pricing, serviceMode, vat } = useConfig()
  if (!sells(serviceMode)) return null
  const price = priceText(pricing.firstCents)
  return (
    <Link to={href('pricing')} className="link text-sm">
      {vat.percent > 0 ? m.locked_price({ price }) : m.locked_price_untaxed({ price })}
    </Link>
  )
}
