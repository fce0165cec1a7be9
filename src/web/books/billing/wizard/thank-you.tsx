import { useEffect, useRef } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** The end of the wizard. */
export function ThankYou({ session: { subscription } }: { session: SignedInSession }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const day = subscription?.until ? billingDay(subscription.until) : undefined
  return (
    <section className="card mt-6 grid justify-items-start gap-4 p-5 sm:p-7">
      <div className="flex items-center gap-3">
        <Icon name="check" className="size-6 shrink-0 text-accent" />
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          {m.wizard_thanks()}
        </h2>
      </div>
      <div className="grid gap-1.5 text-muted">
        {day ? (
          <p>
            {subscription?.status === 'active'
              ? m.wizard_thanks_active({ count: subscription.licenseCount, day })
              : m.wizard_thanks_planned({ day })}
          </p>
        ) : null}
        <p>{m.wizard_thanks_mail()}</p>
      </div>
      <p className="mt-2 flex flex-wrap gap-3">
        <Link to={href('content')} className={buttonClass({ variant: 'primary' })}>
          {m.wizard_content()}
        </Link>
        <Link to={href('subscription')} className={buttonClass()}>
          {m.wizard_subscription()}
        </Link>
      </p>
    </section>
  )
}
