import { useLocation } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Locked } from './playback.ts'

/** Shown instead of the film to those who may not watch it (product.md section 2, Video page). */
export function LockedVideo({
  reason,
  title,
  poster,
  email,
}: {
  reason: Locked
  title: string
  poster: string | undefined
  /** Of whoever is signed in. */
  email: string | undefined
}) {
  return (
    <div className="player locked">
      {poster ? <img src={poster} alt="" width={640} height={360} /> : null}
      <div className="player-cover">
        <p className="text-[0.8125rem] text-muted">{title}</p>
        <h2 className="text-balance">{m.locked_title()}</h2>
        <WayIn reason={reason} email={email} />
      </div>
    </div>
  )
}

function WayIn({ reason, email }: { reason: Locked; email: string | undefined }) {
  const { pathname, search } = useLocation()
  if (reason === 'confirmation-required') {
    return <p className="max-w-md text-muted">{m.locked_confirmation({ email: email ?? '' })}</p>
  }
  if (reason === 'subscription-required') {
    return (
      <>
        <p className="max-w-md text-muted">{m.locked_subscription()}</p>
        <Link to={href('pricing')} className={buttonClass({ variant: 'primary' })}>
          {m.locked_pricing()}
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
