import { useId, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { checkVatId, cleanVatId } from '#domain/tax/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { renewSession, takeAccount } from '#web/platform/site/site.ts'
import { type Faults, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { BusinessField } from './business-field.tsx'
import { CountryField } from './country-field.tsx'

/** Number of rows of the address box (product.md section 9). */
const rows = 4

/**
 * Billing address, country and VAT ID with one Save button: invoices show the address; tax and consumer rights depend
 * on the rest. Save is disabled while the address is empty or nothing has changed (product.md section 5).
 */
export function BillingDetails({ account }: { account: Account }) {
  const title = useId()
  const stored = detailsOf(account)
  const [form, setForm] = useState(stored)
  const { busy, refusal, faults, submit, forgetFaults } = useSaveDetails(stored, setForm)
  const enter = (change: Partial<Details>) => {
    setForm({ ...form, ...change })
    forgetFaults()
  }
  const change = changeOf(stored, form)

  return (
    <form noValidate aria-labelledby={title} className="grid max-w-xl gap-5" onSubmit={submit(form)}>
      <h3 id={title} className="text-sm font-medium">
        {m.details_heading()}
      </h3>
      <TextArea
        label={m.address_heading()}
        hint={m.address_lead()}
        rows={rows}
        autoComplete="street-address"
        maxLength={1000}
        error={faults.address}
        value={form.address}
        onChange={(event) => enter({ address: event.target.value })}
      />
      <TaxFields {...{ form, faults, enter }} />
      <BusinessField
        vatId={form.vatId}
        checked={form.business}
        onChange={(business) => enter({ business })}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        busy={busy}
        disabled={form.address.trim() === '' || !(change.address || change.tax)}
      >
        {m.profile_save()}
      </Button>
    </form>
  )
}

type TaxFieldsProps = { form: Details; faults: Faults; enter: (change: Partial<Details>) => void }

/** Country and VAT ID. */
function TaxFields({ form, faults, enter }: TaxFieldsProps) {
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField
          value={form.country}
          error={faults.country}
          onChange={(country) => enter({ country })}
        />
        <Field
          label={m.vat_id()}
          optional={m.vat_id_optional()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={faults.vatId}
          value={form.vatId}
          onChange={(event) => enter({ vatId: event.target.value })}
        />
      </div>
      <p className="text-[0.8125rem] text-muted">{m.vat_id_hint()}</p>
    </div>
  )
}

type Details = { address: string; country: string; vatId: string; business: boolean }

function detailsOf({ billingAddress = '', country = '', vatId = '', business = false }: Account): Details {
  return { address: billingAddress, country, vatId, business }
}

/** Returns the changes to be saved. Without a country there is no tax to decide. */
function changeOf(stored: Details, entered: Details) {
  return {
    address: entered.address.trim() !== stored.address,
    tax:
      entered.country !== '' &&
      (entered.country !== stored.country ||
        cleanVatId(entered.vatId) !== stored.vatId ||
        entered.business !== stored.business),
  }
}

/** Saves the changes, the VAT ID first, because the server may refuse it. */
function useSaveDetails(stored: Details, show: (saved: Details) => void) {
  return useCall(
    async (entered: Details) => {
      const change = changeOf(stored, entered)
      const { address, ...tax } = entered
      const taxed = change.tax ? await call(accountCalls.changeVatId, { body: tax }) : undefined
      if (taxed instanceof CallProblem) return taxed
      if (taxed) {
        takeAccount(taxed.body.account)
        show({ ...detailsOf(taxed.body.account), address })
        // the next charge has another tax
        await renewSession()
      }
      if (!change.address) return taxed?.body.account
      const addressed = await call(accountCalls.changeBillingAddress, { body: { address: address.trim() } })
      return addressed instanceof CallProblem ? addressed : addressed.body.account
    },
    {
      check: ({ country, vatId }) => ({
        vatId: checkVatId(country, vatId) && m.field_vat_id_invalid(),
      }),
      fields: ['address', 'country', 'vatId'],
      onDone: (account, entered) => {
        const { address, tax } = changeOf(stored, entered)
        if (!account) return
        takeAccount(account)
        show(detailsOf(account))
        notify(address && tax ? m.details_saved() : address ? m.address_saved() : m.vat_saved(), 'success')
      },
    },
  )
}
