import { useId, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { typedCoupon } from '#domain/coupons/typed-grant.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Fewer characters are not sent (product.md section 2, Admin assign coupon code). */
const shortestCode = 4

/** Redeems a coupon for an account. */
export function AssignCoupon({ account: { id: accountId, name } }: { account: ViewedAccount }) {
  const heading = useId()
  const [code, setCode] = useState('')
  const { ask, dialog } = useAdminChange(adminAccountCalls.assignCoupon, {
    fits: ({ subscription }) => Boolean(subscription),
    done: m.admin_coupon_done,
    onDone: () => setCode(''),
  })

  const submit = () => {
    if (code.length < shortestCode) return
    ask({
      message: m.admin_coupon_prompt(),
      children: <p className="text-sm text-muted">{m.admin_coupon_prompt_text({ code, name })}</p>,
      body: { accountId, couponCode: code },
    })
  }

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-[0.9375rem] font-semibold">
        {m.admin_coupon_assign()}
      </h3>
      <Form aria-labelledby={heading} className="grid gap-3" onSubmit={submit}>
        <Field
          label={m.admin_coupon_code()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={code}
          onChange={(event) => setCode(typedCoupon(event.target.value))}
        />
        <Button type="submit" className="justify-self-start" disabled={code.length < shortestCode}>
          {m.admin_coupon_assign()}
        </Button>
      </Form>
      {dialog}
    </section>
  )
}
