import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { type CheckoutStep, checkoutHref, checkoutSteps, stepNames } from './checkout-steps.ts'

/** One step of the checkout: its name, its fields, buttons back and forward, and an overlay while it is being saved. */
export function CheckoutFrame({
  step,
  lead,
  refusal,
  saving = false,
  children,
  next,
}: {
  step: CheckoutStep
  lead?: string
  refusal?: string | undefined
  saving?: boolean
  children?: ReactNode
  /** The button that leads on. */
  next?: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const before = checkoutSteps[checkoutSteps.indexOf(step) - 1]
  return (
    <section aria-labelledby={id} aria-busy={saving} className="card relative mt-6 p-5 sm:p-7">
      <div className="grid gap-6" inert={saving}>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} className="outline-none">
            {stepNames[step]()}
          </h2>
          {lead ? <p className="mt-1.5 max-w-[60ch] text-muted">{lead}</p> : null}
        </div>
        {refusal ? <Alert>{refusal}</Alert> : null}
        {children}
        <div className="flex items-center justify-between gap-3 border-t border-line pt-5 max-sm:flex-col-reverse max-sm:items-stretch">
          {before ? (
            <Link to={checkoutHref(before)} className={buttonClass({ variant: 'quiet', size: 'large' })}>
              {m.checkout_back()}
            </Link>
          ) : (
            <span className="max-sm:hidden" />
          )}
          {next}
        </div>
      </div>
      {saving ? (
        <div className="loading-mask">
          <Spinner label={m.order_saving()} />
        </div>
      ) : null}
    </section>
  )
}
