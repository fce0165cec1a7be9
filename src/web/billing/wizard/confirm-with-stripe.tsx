import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useStripe } from '#web/billing/stripe-script.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ConfirmationProps } from './confirmation.ts'

/** Stripe asks about a charge for the bank, in a dialog of its own. */
export default function ConfirmWithStripe({ clientSecret, onAnswered }: ConfirmationProps) {
  const stripe = useStripe()
  const [busy, setBusy] = useState(false)
  if (stripe === 'loading') return <Spinner label={m.stripe_loading()} />
  if ('again' in stripe)
    return (
      <div className="grid justify-items-start gap-3">
        <Alert>{m.stripe_failed()}</Alert>
        <Button onClick={stripe.again}>{m.try_again()}</Button>
      </div>
    )
  const confirm = async () => {
    setBusy(true)
    const { error } = await stripe.handleNextAction({ clientSecret })
    setBusy(false)
    onAnswered(error && (error.message ?? m.bank_unanswered()))
  }
  return (
    <Button variant="primary" size="large" className="justify-self-start" busy={busy} onClick={confirm}>
      {m.wizard_action_button()}
    </Button>
  )
}
