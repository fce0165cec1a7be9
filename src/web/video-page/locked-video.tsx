import { LockKeyhole } from 'lucide-react'
import type { ComponentProps } from 'react'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/pricing/price-text.ts'
import { call } from '#web/site/api.ts'
import { useLocation } from '#web/site/router.tsx'
import { useConfig } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { FilmPreview } from './film-preview.tsx'
import type { Locked } from './playback.ts'

/** Shown instead of the film to those who may not watch it (product.md section 2, Video page), with what it is about. */
export function LockedVideo({
  videoId,
  hasCaptions,
  codeFiles,
  ...lock
}: ComponentProps<typeof Lock> & ComponentProps<typeof FilmPreview>) {
  return (
    <>
      <Lock {...lock} />
      {lock.reason === 'too-many-streams' ? null : <FilmPreview {...{ videoId, hasCaptions, codeFiles }} />}
    </>
  )
}

function Lock({
  reason,
  title,
  poster,
  email,
  onStreamStopped,
}: {
  reason: Locked
  title: string
  poster: string | undefined
  /** Of whoever is signed in. */
  email: string | undefined
  /** There is room for this video now. */
  onStreamStopped: () => Promise<unknown>
}) {
  return (
    <div className="player locked md:grid-cols-2">
      {poster ? (
        <img src={poster} alt="" width={640} height={360} className="aspect-video size-full object-cover" />
      ) : null}
      <div className="player-cover justify-items-start text-left">
        <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
          <LockKeyhole className="size-4 shrink-0" aria-hidden />
          {title}
        </p>
        <h2 className="text-balance">{titles[reason]()}</h2>
        {reason === 'too-many-streams' ? (
          <StopOther onStopped={onStreamStopped} />
        ) : (
          <WayIn reason={reason} email={email} />
        )}
      </div>
    </div>
  )
}

/** Only visitors are told to log in (product.md section 2, Video page). */
const titles: Readonly<Record<Locked, () => string>> = {
  'login-required': m.locked_title,
  'subscription-required': m.locked_subscription_title,
  'confirmation-required': m.locked_confirmation_title,
  'too-many-streams': m.locked_streams_title,
}

/** Stops the viewer's stream that was opened first. */
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
  email,
}: {
  reason: Exclude<Locked, 'too-many-streams'>
  email: string | undefined
}) {
  const { pathname, search } = useLocation()
  const { serviceMode, trialDays } = useConfig()
  const offersTrial = sells(serviceMode) && trialDays > 0
  if (reason === 'confirmation-required') {
    return (
      <>
        <p className="max-w-md text-muted">{m.locked_confirmation({ email: email ?? '' })}</p>
        <Link to={href('profile')} className={buttonClass({ variant: 'primary' })}>
          {m.locked_confirmation_link()}
        </Link>
      </>
    )
  }
  if (reason === 'subscription-required') {
    return (
      <>
        <p className="max-w-md text-muted">{m.locked_subscription()}</p>
        <Link to={href('subscription')} className={buttonClass({ variant: 'primary' })}>
          {m.locked_subscription_link()}
        </Link>
        <Price />
      </>
    )
  }
  const next = pathname + search
  return (
    <>
      {offersTrial ? <p className="max-w-md text-muted">{m.locked_trial({ days: trialDays })}</p> : null}
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
        {offersTrial ? null : (
          <Link to={href('register', {}, { next })} className={buttonClass({ size: 'large' })}>
            {m.locked_register()}
          </Link>
        )}
      </div>
      <Price />
    </>
  )
}

/** What one user pays a month, as the pricing page shows it first; nothing while nothing is sold. */
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
