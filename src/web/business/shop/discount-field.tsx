import { type FormEvent, useState } from 'react'
import type { CartQuote } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { changeCheckout, useCheckoutDraft } from './checkout-draft.ts'

/** A discount code for the cart. The totals show its discount; this field shows the reason for a refusal. */
export function DiscountField({ fault }: { fault: CartQuote['discountFault'] }) {
  const { discountCode } = useCheckoutDraft()
  const [typed, setTyped] = useState(discountCode ?? '')
  const isUsed = discountCode !== undefined && typed === discountCode && !fault
  const use = (event: FormEvent) => {
    event.preventDefault()
    changeCheckout({ discountCode: isUsed ? undefined : typed.trim() || undefined })
    if (isUsed) setTyped('')
  }
  return (
    <form noValidate onSubmit={use} className="grid grid-cols-[1fr_auto] items-end gap-2">
      <Field
        label={m.discount_label()}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{isUsed ? m.discount_remove() : m.discount_use()}</Button>
      <p role="status" className="col-span-2 text-sm text-danger empty:hidden">
        {fault && typed === discountCode ? sentenceOf(fault) : null}
      </p>
    </form>
  )
}

function sentenceOf({
  reason,
  minimumCents = 0,
  validFrom,
}: NonNullable<CartQuote['discountFault']>): string {
  switch (reason) {
    case 'unknown':
      return m.discount_unknown()
    case 'not-yet':
      return m.discount_not_yet({ day: validFrom ? billingDay(`${validFrom}T12:00:00Z`) : '' })
    case 'over':
      return m.discount_over()
    case 'used-up':
      return m.discount_used_up()
    case 'minimum':
      return m.discount_minimum({ amount: priceText(minimumCents) })
    case 'nothing-off':
      return m.discount_nothing_off()
  }
}
