import { useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { checkVatId, cleanVatId } from '#domain/tax/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { renewSession, takeAccount } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { BusinessField } from './business-field.tsx'
import { CountryField } from './country-field.tsx'

type BillingData = { country: string; vatId: string; business: boolean }

/** Where and as whom the account is billed: what the tax of the next charge and the rights of a consumer depend on. */
export function BillingCountry(stored: BillingData) {
  const [form, setForm] = useState(stored)
  const { country, vatId, business } = form
  const isUnchanged =
    country === stored.country && cleanVatId(vatId) === stored.vatId && business === stored.business

  const { busy, refusal, faults, submit, forgetFaults } = useCall(
    (entered: BillingData) => call(accountCalls.changeVatId, { body: entered }),
    {
      check: (entered) => ({
        vatId: checkVatId(entered.country, entered.vatId) && m.field_vat_id_invalid(),
      }),
      fields: ['country', 'vatId'],
      onDone: async ({ body: { account } }) => {
        setForm({
          country: account.country ?? '',
          vatId: account.vatId ?? '',
          business: account.business === true,
        })
        takeAccount(account)
        notify(m.vat_saved(), 'success')
        // the next charge has another tax
        await renewSession()
      },
    },
  )

  return (
    <form noValidate className="grid max-w-md gap-3" onSubmit={submit(form)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField
          value={country}
          error={faults.country}
          onChange={(chosen) => setForm({ ...form, country: chosen })}
        />
        <Field
          label={m.vat_id()}
          optional={m.vat_id_optional()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={faults.vatId}
          value={vatId}
          onChange={(event) => {
            setForm({ ...form, vatId: event.target.value })
            forgetFaults()
          }}
        />
      </div>
      <p className="text-[0.8125rem] text-muted">{m.vat_id_hint()}</p>
      <BusinessField
        vatId={vatId}
        checked={business}
        onChange={(checked) => setForm({ ...form, business: checked })}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        type="submit"
        className="justify-self-start"
        busy={busy}
        disabled={country === '' || isUnchanged}
      >
        {m.profile_save()}
      </Button>
    </form>
  )
}
