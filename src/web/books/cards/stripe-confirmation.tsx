import type { Stripe } from '@stripe/stripe-js'
import { m } from '#messages/generated/messages.js'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import type { ConfirmationProps } from './card-provider.ts'
import { useStripe } from './stripe-script.ts'

/** Confirms a charge with Stripe, which shows the bank's dialog. */
export default function StripeConfirmation({ clientSecret, paymentMethod, onAnswered }: ConfirmationProps) {
  const stripe = useStripe()
  const { busy, send } = useCall(async (loaded: Stripe) => {
    // a charge refused for lack of confirmation has lost its card, which must be named again
    const card = paymentMethod === undefined ? {} : { payment_method: paymentMethod }
    const { error } = await loaded.confirmCardPayment(clientSecret, card)
    await onAnswered(error && (error.message ?? m.bank_refused()))
  })

  if (stripe !== 'loading' && 'again' in stripe) {
    return (
      <div className="grid justify-items-start gap-3">
        <Alert>{m.stripe_failed()}</Alert>
        <Button onClick={stripe.again}>{m.try_again()}</Button>
      </div>
    )
  }
  return (
    <Button
      variant="primary"
      size="large"
      busy={busy}
      disabled={stripe === 'loading'}
      onClick={() => stripe === 'loading' || send(stripe)}
    >
      {m.payment_button()}
    </Button>
  )
}
