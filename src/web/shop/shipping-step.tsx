import { useNavigate } from 'react-router'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { type CheckoutDraft, changeCheckout } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { checkoutHref } from './checkout-steps.ts'

/** How the order gets there: vouchers are mailed. */
export function ShippingStep({ draft }: { draft: CheckoutDraft }) {
  const navigate = useNavigate()
  const save = () => {
    changeCheckout({ shipping: 'none' })
    navigate(checkoutHref('payment'))
  }
  return (
    <CheckoutFrame
      step="shipping"
      next={
        <Button variant="primary" size="large" onClick={save}>
          {m.checkout_next()}
        </Button>
      }
    >
      <div>
        <p>{m.checkout_nothing_shipped()}</p>
        <p className="mt-2 font-medium break-words">{m.checkout_by_mail({ email: draft.email ?? '' })}</p>
      </div>
    </CheckoutFrame>
  )
}
