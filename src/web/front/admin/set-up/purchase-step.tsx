import { adminSetUpCalls, type SetUpAtDesk, type TestPurchase } from '#contract/desk/set-up-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** Buys something with a test card, and shows how it went. */
export function PurchaseStep({ payment, purchase }: Pick<SetUpAtDesk, 'payment' | 'purchase'>) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSetUpCalls.testPurchase, {
    message: m.set_up_purchase_prompt(),
  })
  return (
    <>
      <div aria-live="polite" className="wrap-anywhere">
        {purchase ? <Outcome last={purchase} /> : null}
      </div>
      {payment.mode === 'test' ? (
        <div>
          <Button busy={busy} onClick={() => send({})}>
            {m.set_up_purchase_button()}
          </Button>
        </div>
      ) : (
        <p>{m.set_up_purchase_needs()}</p>
      )}
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}

function Outcome({ last: { number, grossCents, paid, reason } }: { last: TestPurchase }) {
  return paid ? (
    <p>{m.set_up_purchase_paid({ number, amount: priceText(grossCents) })}</p>
  ) : (
    <Alert>{m.set_up_purchase_refused({ number, reason })}</Alert>
  )
}
