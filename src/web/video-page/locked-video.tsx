import { useLocation } from 'react-router'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { useCall } from '#web/site/use-call.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import type { Locked } from './playback.ts'

/** Shown instead of the film to those who may not watch it (product.md section 2, Video page). */
export function LockedVideo({
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
    <div className="player locked">
      {poster ? <img src={poster} alt="" width={640} height={360} /> : null}
      <div className="player-cover">
        <p className="text-[0.8125rem] text-muted">{title}</p>
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
      </>
    )
  }
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link
        to={href('login', {}, { next: pathname + search })}
        className={buttonClass({ variant: 'primary', size: 'large' })}
      >
        {m.locked_login()}
      </Link>
      <Link to={href('register')} className={buttonClass({ size: 'large' })}>
        {m.locked_register()}
      </Link>
    </div>
  )
}
