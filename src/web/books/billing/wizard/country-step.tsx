import { accountCalls } from '#contract/accounts/account-calls.ts'
import { checkVatId, cleanVatId, euCountries } from '#domain/tax/vat-id.ts'
import { m } from '#messages/generated/messages.js'
import { BusinessField } from '#web/books/billing/business-field.tsx'
import { CountryField } from '#web/books/billing/country-field.tsx'
import { call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { takeAccount } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'
import type { StepProps } from './draft.ts'
import { FormStep } from './step-frame.tsx'
import { stepHref } from './steps.ts'

/** Step 1: country and VAT ID, which decide the tax. */
export function CountryStep({ session: { account }, draft, change }: StepProps) {
  const country = draft.country ?? account.country ?? ''
  const state = euCountries.find(({ code }) => code === country)
  // only EU countries have VAT IDs
  const vatId = state ? (draft.vatId ?? account.vatId ?? '') : ''
  const business = draft.business ?? account.business === true
  const navigate = useNavigate()
  const { busy, refusal, faults, send, forgetFaults } = useCall(saveCountry, {
    check: (entered) => ({
      country: entered.country === '' ? m.field_country_invalid() : undefined,
      vatId: checkVatId(entered.country, entered.vatId) ? m.field_vat_id_invalid() : undefined,
    }),
    fields: ['country', 'vatId'],
    onDone: (reply) => {
      takeAccount(reply.body.account)
      change({ country: undefined, vatId: undefined, business: undefined })
      navigate(stepHref(2))
    },
  })

  return (
    <FormStep
      step={1}
      lead={m.wizard_country_lead()}
      busy={busy}
      refusal={refusal}
      onSubmit={() => send({ country, vatId, business })}
    >
      <CountryField
        value={country}
        error={faults.country}
        onChange={(chosen) => {
          change({ country: chosen })
          forgetFaults()
        }}
      />
      {state ? (
        <Field
          label={m.wizard_vat_id()}
          optional={m.account_optional()}
          hint={m.wizard_vat_id_hint({ prefix: state.vatPrefix })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={faults.vatId}
          value={vatId}
          onChange={(event) => {
            change({ vatId: event.target.value })
            forgetFaults()
          }}
        />
      ) : null}
      <BusinessField vatId={vatId} checked={business} onChange={(checked) => change({ business: checked })} />
    </FormStep>
  )
}

function saveCountry(entered: { country: string; vatId: string; business: boolean }) {
  return call(accountCalls.changeVatId, { body: { ...entered, vatId: cleanVatId(entered.vatId) } })
}
