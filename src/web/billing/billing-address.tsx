import { type FormEvent, useId, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/take-account.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'

/** product.md section 9, Billing address box. */
const rows = 4

/** The multi-line billing address; Save is disabled when it is empty or unchanged (product.md section 5). */
export function BillingAddress({ stored }: { stored: string }) {
  const [address, setAddress] = useState(stored)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const id = useId()
  const wanted = address.trim()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wanted === '' || wanted === stored) return
    setBusy(true)
    setRefusal(undefined)
    const reply = await call(accountCalls.changeBillingAddress, { body: { address: wanted } })
    setBusy(false)
    if (reply instanceof CallProblem) return setRefusal(reply.errors.address ?? reply.detail)
    setAddress(reply.body.account.billingAddress ?? '')
    takeAccount(reply.body.account)
    notify(m.address_saved(), 'success')
  }

  return (
    <form noValidate className="grid max-w-md gap-3" onSubmit={save}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {m.address_heading()}
        </label>
        <textarea
          id={id}
          className="input block"
          rows={rows}
          autoComplete="street-address"
          maxLength={1000}
          aria-describedby={`${id}-hint`}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {m.address_lead()}
        </p>
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        type="submit"
        className="justify-self-start"
        busy={busy}
        disabled={wanted === '' || wanted === stored}
      >
        {m.profile_save()}
      </Button>
    </form>
  )
}
