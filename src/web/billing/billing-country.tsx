import { type FormEvent, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { checkVatId, cleanVatId } from '#domain/tax/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { renewSession } from '#web/site/site.ts'
import { takeAccount } from '#web/site/take-account.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { CountryField } from './country-field.tsx'

/** Where the account is billed, and its VAT id: what the tax of the next charge depends on. */
export function BillingCountry(stored: { country: string; vatId: string }) {
  const [{ country, vatId }, setForm] = useState(stored)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isUnchanged = country === stored.country && cleanVatId(vatId) === stored.vatId

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || country === '' || isUnchanged) return
    const isWrong = checkVatId(country, vatId) !== undefined
    setFaults(isWrong ? { vatId: m.field_vat_id_invalid() } : {})
    setRefusal(undefined)
    if (isWrong) return
    setBusy(true)
    const reply = await call(accountCalls.changeVatId, { body: { country, vatId } })
    setBusy(false)
    if (reply instanceof CallProblem) {
      setFaults(reply.errors)
      return setRefusal(reply.errors.country || reply.errors.vatId ? undefined : reply.detail)
    }
    const { account } = reply.body
    setForm({ country: account.country ?? '', vatId: account.vatId ?? '' })
    takeAccount(account)
    notify(m.vat_saved(), 'success')
    // the next charge has another tax
    await renewSession()
  }

  return (
    <form noValidate className="grid max-w-md gap-3" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField
          value={country}
          error={faults.country}
          onChange={(chosen) => setForm({ country: chosen, vatId })}
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
            setForm({ country, vatId: event.target.value })
            setFaults({})
          }}
        />
      </div>
      <p className="text-[0.8125rem] text-muted">{m.vat_id_hint()}</p>
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
