import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CardForm } from '#web/books/cards/card-form.tsx'
import { type CardSecret, cardProvider } from '#web/books/cards/card-provider.ts'
import { StoredCard } from '#web/books/cards/stored-card.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { useCart } from './cart.ts'
import { type CheckoutDraft, changeCheckout, useCheckoutDraft } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { checkoutHref } from './checkout-steps.ts'
import { quoteQuery } from './shop-queries.ts'

type Props = {
  readonly draft: CheckoutDraft
  /** Why the chosen payment was refused. */
  readonly refusal: string | undefined
  readonly onEntered: () => void
}

/** The payment: by card, stored with the provider for this order only, or on invoice if offered. */
export function PaymentStep({ draft, refusal, onEntered }: Props) {
  const provider = cardProvider(useConfig(), undefined)
  const navigate = useNavigate()
  const { data: quote } = useQuery(quoteQuery(useCart(), draft))
  const mayBeInvoiced = quote?.payments.includes('invoice') ?? false
  const [chosen, choose] = useState<PaymentWay>(draft.payment === 'invoice' ? 'invoice' : 'card')
  const [another, setAnother] = useState(false)
  const isInvoice = mayBeInvoiced && chosen === 'invoice'
  const isStored = draft.setupIntent !== undefined && !another
  const invoice = useInvoice(draft, onEntered)
  const payByCard = (change: Partial<CheckoutDraft> = {}) => {
    changeCheckout({ ...change, payment: 'card' })
    onEntered()
    navigate(checkoutHref('overview'))
  }
  const next = (
    <Button
      variant="primary"
      size="large"
      busy={invoice.busy}
      onClick={() => (isInvoice ? invoice.send(draft.email ?? '') : payByCard())}
    >
      {m.checkout_next()}
    </Button>
  )
  if (!provider) return <CheckoutFrame step="payment" refusal={m.wizard_no_provider()} />
  return (
    <CheckoutFrame
      step="payment"
      refusal={isInvoice ? invoice.refusal : undefined}
      saving={invoice.busy}
      next={isInvoice || isStored ? next : undefined}
    >
      {refusal ? <Alert>{refusal}</Alert> : null}
      {mayBeInvoiced ? <PaymentWays value={chosen} onChange={choose} /> : null}
      {isInvoice ? (
        <p className="max-w-[60ch] text-muted">{m.checkout_invoice_lead()}</p>
      ) : isStored ? (
        <StoredCard anotherLabel={m.checkout_another_card()} onAnother={() => setAnother(true)}>
          {m.checkout_card_stored()}
        </StoredCard>
      ) : (
        <>
          <p className="max-w-[60ch] text-muted">{m.checkout_payment_lead()}</p>
          <CardForm
            provider={provider}
            submitLabel={m.checkout_store_card()}
            begin={() => beginCard(draft.email ?? '', provider)}
            onRegistered={async (setupIntent) => void payByCard({ setupIntent })}
          />
        </>
      )}
    </CheckoutFrame>
  )
}

type PaymentWay = 'card' | 'invoice'

function PaymentWays(choice: { value: PaymentWay; onChange: (way: PaymentWay) => void }) {
  return (
    <Choices
      label={m.checkout_payment_ways()}
      labelHidden
      {...choice}
      choices={[
        { value: 'card', label: m.checkout_card() },
        { value: 'invoice', label: m.checkout_invoice() },
      ]}
    />
  )
}

/** Chooses payment on invoice. Reuses the order begun for a card. Without an address it returns to that step. */
function useInvoice({ orderId, key, name, address }: CheckoutDraft, onEntered: () => void) {
  const navigate = useNavigate()
  const hasBegun = orderId !== undefined && key !== undefined
  return useCall(
    async (email: string) =>
      hasBegun ? { body: { orderId, key } } : call(shopCalls.beginInvoiceCheckout, { body: { email } }),
    {
      onDone: ({ body }) => {
        changeCheckout({ ...body, payment: 'invoice' })
        onEntered()
        navigate(checkoutHref(name && address ? 'overview' : 'address'))
      },
    },
  )
}

/** Begins the checkout with the first card form; later ones reuse it. */
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
