import { useState } from 'react'
import { useNavigate } from 'react-router'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CardForm } from '#web/cards/card-form.tsx'
import { type CardSecret, cardProvider } from '#web/cards/card-provider.ts'
import { CallProblem, call } from '#web/site/api.ts'
import { useConfig } from '#web/site/site.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { type CheckoutDraft, changeCheckout, useCheckoutDraft } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { checkoutHref } from './checkout-steps.ts'

/** The card, stored with the payment provider for this order alone. */
export function PaymentStep({
  draft,
  refusal,
  onEntered,
}: {
  draft: CheckoutDraft
  refusal: string | undefined
  onEntered: () => void
}) {
  const provider = cardProvider(useConfig(), undefined)
  const navigate = useNavigate()
  const [another, setAnother] = useState(false)
  if (!provider) return <CheckoutFrame step="payment" refusal={m.wizard_no_provider()} />
  if (draft.setupIntent !== undefined && !another)
    return (
      <CheckoutFrame
        step="payment"
        next={
          <Link to={checkoutHref('overview')} className={buttonClass({ variant: 'primary', size: 'large' })}>
            {m.checkout_next()}
          </Link>
        }
      >
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-accent-soft px-4 py-3">
          <p className="flex items-center gap-2.5 font-medium">
            <Icon name="check" className="size-4 text-accent" />
            {m.checkout_card_stored()}
          </p>
          <Button onClick={() => setAnother(true)}>{m.checkout_another_card()}</Button>
        </div>
      </CheckoutFrame>
    )
  return (
    <CheckoutFrame step="payment" lead={m.checkout_payment_lead()}>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <CardForm
        provider={provider}
        submitLabel={m.checkout_store_card()}
        begin={() => beginCard(draft.email ?? '', provider)}
        onRegistered={async (setupIntent) => {
          changeCheckout({ setupIntent })
          onEntered()
          navigate(checkoutHref('overview'))
          return undefined
        }}
      />
    </CheckoutFrame>
  )
}

/** The first card form begins the checkout; every other one is of the same. */
async function beginCard(email: string, paymentProvider: 'sandbox' | 'stripe'): Promise<CardSecret> {
  const { orderId: id, key } = useCheckoutDraft.getState()
  if (id !== undefined && key !== undefined) {
    const again = await call(shopCalls.anotherCard, { params: { id }, body: { key } })
    if (!(again instanceof CallProblem) || again.status === 0) return again
  }
  const begun = await call(shopCalls.beginCheckout, { body: { email, paymentProvider } })
  if (!(begun instanceof CallProblem)) changeCheckout({ orderId: begun.body.orderId, key: begun.body.key })
  return begun
}
