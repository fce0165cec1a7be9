import { useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/site.ts'
import { firstFault, useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { TextArea } from '#web/ui/text-area.tsx'

/** product.md section 9, Billing address box. */
const rows = 4

/** The multi-line billing address; Save is disabled when it is empty or unchanged (product.md section 5). */
export function BillingAddress({ stored }: { stored: string }) {
  const [address, setAddress] = useState(stored)
  const wanted = address.trim()

  const isUnchanged = wanted === '' || wanted === stored
  const { busy, refusal, submit } = useCall(
    (entered: string) => call(accountCalls.changeBillingAddress, { body: { address: entered } }),
    {
      sentenceOf: firstFault,
      onDone: ({ body: { account } }) => {
        setAddress(account.billingAddress ?? '')
        takeAccount(account)
        notify(m.address_saved(), 'success')
      },
    },
  )

  return (
    <form noValidate className="grid max-w-md gap-3" onSubmit={submit(wanted)}>
      <TextArea
        label={m.address_heading()}
        hint={m.address_lead()}
        rows={rows}
        autoComplete="street-address"
        maxLength={1000}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={busy} disabled={isUnchanged}>
        {m.profile_save()}
      </Button>
    </form>
  )
}
