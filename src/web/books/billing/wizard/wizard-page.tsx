import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { parseInterval } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { openPaymentQuery } from '#web/books/billing/billing-queries.ts'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { Navigate, useParams, useSearchParams } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { AddressStep } from './address-step.tsx'
import { CountryStep } from './country-step.tsx'
import { changeDraft, type Draft, forgetDraft, useDraft } from './draft.ts'
import { IntervalStep } from './interval-step.tsx'
import { NotForYou, reasonAgainst } from './not-for-you.tsx'
import { OrderStep } from './order-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PendingPayment } from './pending-payment.tsx'
import { firstOpenStep, type Step, stepHref, stepNames, stepOf, steps } from './steps.ts'

/** The subscription wizard (product.md section 2): five steps to a subscription. */
export function Component() {
  usePageTitle(m.wizard_page())
  const session = useSession()
  return (
    <div className="mx-auto max-w-2xl py-4 sm:py-8">
      <h1>{m.wizard_title()}</h1>
      {!session ? (
        <UnknownSession />
      ) : session.authenticated && session.permissions.includes('subscription.manage') ? (
        <Wizard key={session.account.id} session={session} />
      ) : (
        <NotForYou reason={reasonAgainst(session) ?? 'not-yours'} />
      )}
    </div>
  )
}

/** Progress of an order: being composed, waiting for its payment, or done. */
type Phase = 'steps' | 'pending' | 'done'

/** The five steps, and the result of the last one. */
export function Wizard({ session }: { session: SignedInSession }) {
  const { serviceMode } = useConfig()
  const [phase, setPhase] = useState<Phase>('steps')
  /** Why the card was not charged, shown where another one can be entered. */
  const [refusal, setRefusal] = useState<string>()
  const waiting = useQuery(openPaymentQuery)

  const done = () => {
    forgetDraft()
    setPhase('done')
  }
  const declined = (sentence: string) => {
    setRefusal(sentence)
    setPhase('steps')
  }
  if (phase === 'done') return <ThankYou session={session} />
  if (phase === 'pending' || waiting.data) return <PendingPayment onDone={done} onDeclined={declined} />
  const reason = reasonAgainst(session, serviceMode)
  if (reason) return <NotForYou reason={reason} />
  if (waiting.isPending) return <Spinner />
  return (
    <Steps
      session={session}
      refusal={refusal}
      onRefused={declined}
      onCardEntered={() => setRefusal(undefined)}
      onPending={() => setPhase('pending')}
      onDone={done}
    />
  )
}

type StepsProps = {
  session: SignedInSession
  refusal: string | undefined
  onRefused: (sentence: string) => void
  onCardEntered: () => void
  onPending: () => void
  onDone: () => void
}

function Steps({ session, refusal, ...on }: StepsProps) {
  const { account, subscription } = session
  const kept = useDraft(account.id)
  const asked = useParams().step
  const [search] = useSearchParams()
  // from the pricing page's link, used once
  const linked = parseInterval(search.get('interval') ?? '') && (search.get('interval') ?? undefined)
  const draft = linked === undefined ? kept : { ...kept, interval: linked }
  useEffect(() => {
    if (linked !== undefined) changeDraft(account.id, { interval: linked })
  }, [account.id, linked])

  const step = stepOf(asked)
  const open = firstOpenStep({
    country: account.country !== undefined,
    address: Boolean(account.billingAddress),
    interval: parseInterval(draft.interval ?? '') !== undefined,
    // a card just declined does not count
    card: refusal === undefined && (draft.setupIntent !== undefined || subscription?.card !== undefined),
  })
  const shown = Math.min(step, open) as Step
  if (String(shown) !== asked || linked !== undefined) return <Navigate to={stepHref(shown)} replace />
  const change = (part: Partial<Draft>) => changeDraft(account.id, part)
  const props = { session, draft, change }
  return (
    <>
      <StepList current={shown} open={open} />
      {shown === 1 ? <CountryStep {...props} /> : null}
      {shown === 2 ? <AddressStep {...props} /> : null}
      {shown === 3 ? <IntervalStep {...props} /> : null}
      {shown === 4 ? <PaymentStep {...props} refusal={refusal} onEntered={on.onCardEntered} /> : null}
      {shown === 5 ? <OrderStep {...props} {...on} /> : null}
    </>
  )
}

/** The end of the wizard. */
function ThankYou({ session: { subscription } }: { session: SignedInSession }) {
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

/** The five steps with the current one; those that can be reached are links. */
function StepList({ current, open }: { current: Step; open: Step }) {
  return (
    <nav aria-label={m.wizard_steps()} className="mt-6">
      <ol className="flex gap-1.5">
        {steps.map((step) => (
          <li key={step} className="min-w-0 flex-1">
            <Entry step={step} current={current} open={open} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Entry({ step, current, open }: { step: Step; current: Step; open: Step }) {
  const state = step === current ? 'current' : step < current ? 'done' : 'ahead'
  const inside = (
    <>
      <span aria-hidden className={`block h-1 rounded-full ${state === 'ahead' ? 'bg-line' : 'bg-accent'}`} />
      <span className="mt-2 flex items-center gap-1.5 text-[0.8125rem]">
        {state === 'done' ? (
          <Check className="size-3.5 shrink-0 text-accent" aria-hidden />
        ) : (
          <span className="num shrink-0" aria-hidden>
            {step}
          </span>
        )}
        <span className="sr-only">{m.wizard_step_number({ step: String(step) })}</span>
        <span className="truncate max-sm:sr-only">{stepNames[step]()}</span>
      </span>
    </>
  )
  if (state === 'current')
    return (
      <span aria-current="step" className="block py-1 font-medium">
        {inside}
      </span>
    )
  if (step > open) return <span className="block py-1 text-muted">{inside}</span>
  return (
    <Link to={stepHref(step)} className="block py-1 text-muted hover:text-ink">
      {inside}
    </Link>
  )
}
