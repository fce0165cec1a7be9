import { useState } from 'react'
import type { Order } from '#contract/shop/shop.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CardConfirmation } from '#web/books/cards/card-confirmation.tsx'
import { CardForm } from '#web/books/cards/card-form.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'

/** What an unpaid order still needs: a confirmation by the card holder's bank, or another card. */
export function OrderPayment({
  order: { id, payment },
  onChanged,
}: {
  order: Order
  onChanged: () => Promise<void>
}) {
  const [refusal, setRefusal] = useState<string>()
  if (payment?.state === 'action-required' && payment.clientSecret !== undefined)
    return (
      <div className="grid justify-items-start gap-4">
        {refusal ? <Alert>{refusal}</Alert> : null}
        <p>{m.order_action()}</p>
        <CardConfirmation
          provider={payment.provider}
          clientSecret={payment.clientSecret}
          paymentMethod={payment.paymentMethod}
          onAnswered={async (refused) => {
            const reply = await call(shopCalls.payOrder, { params: { id }, body: {} })
            setRefusal(refused ?? (reply instanceof CallProblem ? reply.detail : undefined))
            await onChanged()
          }}
        />
      </div>
    )
  if (payment?.state !== 'declined') return null
  const { message } = payment
  return (
    <div className="grid gap-5">
      <Alert>{message === undefined ? m.order_declined() : m.order_declined_because({ message })}</Alert>
      <p>{m.order_nothing_ordered()}</p>
      <CardForm
        provider={payment.provider}
        submitLabel={m.order_pay_again()}
        begin={() => call(shopCalls.anotherCard, { params: { id }, body: {} })}
        onRegistered={async (setupIntent) => {
          const reply = await call(shopCalls.payOrder, { params: { id }, body: { setupIntent } })
          await onChanged()
          return reply instanceof CallProblem ? reply.detail : undefined
        }}
      />
    </div>
  )
}
