import { useState } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { Navigate, useParams } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { AddressStep } from './address-step.tsx'
import { useCart } from './cart.ts'
import { useCheckoutDraft } from './checkout-draft.ts'
import {
  checkoutHref,
  checkoutSteps,
  furthestStep,
  isBeyond,
  isCheckoutStep,
  stepNames,
} from './checkout-steps.ts'
import { OverviewStep } from './overview-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { ShippingStep } from './shipping-step.tsx'

/** The steps of an order. A step that cannot be reached yet redirects to the first incomplete one. */
export function Component() {
  const { step } = useParams()
  const cart = useCart()
  const session = useSession()
  const draft = useCheckoutDraft()
  const [paymentRefusal, setPaymentRefusal] = useState<string>()
  const [ordered, setOrdered] = useState<string>()
  usePageTitle(m.checkout_page())
  if (ordered !== undefined) return <Navigate to={ordered} replace />
  if (!session) return null
  if (!isCheckoutStep(step)) return <NotFound />
  if (cart.length === 0) return <Navigate to={href('shopCart')} replace />
  const furthest = furthestStep(draft)
  if (isBeyond(step, furthest)) return <Navigate to={checkoutHref(furthest)} replace />
  return (
    <div className="mx-auto max-w-2xl py-4 sm:py-8">
      <h1>{m.checkout_page()}</h1>
      <nav aria-label={m.checkout_steps()} className="mt-6">
        <ol className="flex gap-1.5">
          {checkoutSteps.map((one) => (
            <li key={one} className="min-w-0 flex-1 text-[0.8125rem]">
              <span
                aria-hidden
                className={`block h-1 rounded-full ${isBeyond(one, step) ? 'bg-line' : 'bg-accent'}`}
              />
              {one === step || isBeyond(one, furthest) ? (
                <span
                  {...(one === step && { 'aria-current': 'step' })}
                  className={`mt-2 block truncate py-1 ${one === step ? 'font-medium' : 'text-muted'}`}
                >
                  {stepNames[one]()}
                </span>
              ) : (
                <Link to={checkoutHref(one)} className="mt-2 block truncate py-1 text-muted hover:text-ink">
                  {stepNames[one]()}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {step === 'address' ? <AddressStep session={session} draft={draft} /> : null}
      {step === 'shipping' ? <ShippingStep draft={draft} /> : null}
      {step === 'payment' ? (
        <PaymentStep draft={draft} refusal={paymentRefusal} onEntered={() => setPaymentRefusal(undefined)} />
      ) : null}
      {step === 'overview' ? (
        <OverviewStep
          session={session}
          draft={draft}
          onPaymentRefused={setPaymentRefusal}
          onOrdered={setOrdered}
        />
      ) : null}
    </div>
  )
}
