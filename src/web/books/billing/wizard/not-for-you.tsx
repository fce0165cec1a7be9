import type { ReactNode } from 'react'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { type ServiceMode, whyNotSold } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** Why a user cannot subscribe; undefined if they can. */
export type ReasonAgainst =
  | 'signed-out'
  | 'not-yours'
  | 'unconfirmed'
  | 'paused'
  | 'sunset'
  | 'subscribed'
  | 'ordered'

export function reasonAgainst(
  session: UserSession,
  serviceMode: ServiceMode = 'open',
): ReasonAgainst | undefined {
  if (!session.authenticated) return 'signed-out'
  if (!session.permissions.includes('subscription.manage')) return 'not-yours'
  const { subscription } = session
  if (subscription?.status === 'active') return 'subscribed'
  const notSold = whyNotSold(serviceMode)
  if (notSold) return notSold
  if (subscription?.status === 'confirm-email') return 'unconfirmed'
  return subscription?.nextCharge ? 'ordered' : undefined
}

/** Shows the reason, and a link to a remedy. */
export function NotForYou({ reason }: { reason: ReasonAgainst }) {
  const { sentences, way } = texts[reason]
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      {sentences.map((sentence) => (
        <p key={sentence()} className="max-w-[65ch] text-muted">
          {sentence()}
        </p>
      ))}
      <p className="mt-2">{way()}</p>
    </div>
  )
}

const texts: Record<ReasonAgainst, { sentences: readonly (() => string)[]; way: () => ReactNode }> = {
  'signed-out': { sentences: [m.wizard_signed_out], way: () => <LoginLink /> },
  'not-yours': {
    sentences: [m.wizard_not_yours],
    way: () => <Way to={href('content')} text={m.wizard_content} />,
  },
  unconfirmed: {
    sentences: [m.wizard_unconfirmed],
    way: () => <Way to={href('profile')} text={m.wizard_profile} />,
  },
  paused: {
    sentences: [m.service_paused],
    way: () => <Way to={href('content')} text={m.wizard_content} />,
  },
  sunset: {
    sentences: [m.wizard_sunset, m.wizard_sunset_free],
    way: () => <Way to={href('content')} text={m.wizard_content} />,
  },
  subscribed: {
    sentences: [m.wizard_subscribed],
    way: () => <Way to={href('subscription')} text={m.wizard_subscription} />,
  },
  ordered: {
    sentences: [m.wizard_ordered],
    way: () => (
      <span className="flex flex-wrap items-center gap-4">
        <Way to={href('subscription')} text={m.wizard_subscription} />
        <Link to={href('subscriptionCard')} className="link">
          {m.subscription_change_card()}
        </Link>
      </span>
    ),
  },
}

function Way({ to, text }: { to: string; text: () => string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'primary' })}>
      {text()}
    </Link>
  )
}

function LoginLink() {
  const next = location.pathname + location.search
  return (
    <Link to={href('login', {}, { next })} className={buttonClass({ variant: 'primary' })}>
      {m.login_page()}
    </Link>
  )
}
