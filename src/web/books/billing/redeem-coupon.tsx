import { useId, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { isCouponCode } from '#domain/coupons/coupon.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { changeSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/**
 * Redeems a coupon for the account. Its licences are granted at once, or added to the paid ones; one that takes money off is
 * kept for the next order.
 */
export function RedeemCoupon() {
  const title = useId()
  const [code, setCode] = useState('')
  const { busy, refusal, faults, submit } = useCall(
    (couponCode: string) => call(billingCalls.redeemCoupon, { body: { couponCode } }),
    {
      // a malformed code need not be sent, nor counted as an attempt
      check: (couponCode) =>
        isCouponCode(couponCode) ? undefined : { couponCode: m.field_coupon_invalid() },
      fields: ['couponCode'],
      onDone: ({ body: { subscription, kept } }) => {
        setCode('')
        changeSession((session) => ({ ...session, subscription }))
        notify(kept ? m.coupon_kept() : m.coupon_redeemed(), 'success')
      },
    },
  )

  return (
    <section aria-labelledby={title} className="grid max-w-md gap-3">
      <h3 id={title} className="text-sm font-medium">
        {m.coupon_title()}
      </h3>
      <form noValidate aria-labelledby={title} onSubmit={submit(code.trim())} className="grid gap-3">
        <Field
          label={m.coupon_code()}
          value={code}
          error={faults.couponCode}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          disabled={busy}
          onChange={(event) => setCode(event.target.value)}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" busy={busy} disabled={code.trim() === ''} className="justify-self-start">
          {m.coupon_redeem()}
        </Button>
      </form>
    </section>
  )
}
