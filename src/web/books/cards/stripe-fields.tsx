import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Refusal } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import type { CardRegistration, Registered } from './card-provider.ts'

/** Stripe's framed fields and the button below. Stripe shows incomplete or wrong input at its fields. */
export function StripeFields({
  registration: { send, busy },
  submitLabel,
}: {
  registration: CardRegistration
  submitLabel: string
}) {
  const stripe = useStripe()
  const elements = useElements()
  const [drawn, setDrawn] = useState<'loading' | 'ready' | 'failed'>('loading')

  const register = async (): Promise<Registered> => {
    if (!stripe || !elements) return new Refusal(m.stripe_failed())
    const { error: incomplete } = await elements.submit()
    // shown at the fields already
    if (incomplete) return new Refusal(undefined)
    // Stripe shows the bank's dialog
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
    if (setupIntent?.status === 'succeeded') return setupIntent.id
    return new Refusal(error?.message ?? m.bank_unanswered())
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (drawn === 'ready') send(register)
  }

  if (drawn === 'failed') return <Alert>{m.stripe_failed()}</Alert>
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <PaymentElement
        options={{ layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } }}
        onReady={() => setDrawn('ready')}
        onLoadError={() => setDrawn('failed')}
      />
      <Button type="submit" variant="primary" size="large" disabled={drawn !== 'ready'} busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
