import { adminSetUpCalls, type SellerSettings, type SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { type Taxation, taxations } from '#domain/set-up.ts'
import { m } from '#messages/generated/messages.js'
import { useFixedHint } from '#web/front/desk/use-fixed-hint.ts'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.tsx'

const labels: Readonly<Record<keyof SellerSettings, () => string>> = {
  name: m.set_up_name,
  address: m.set_up_address,
  email: m.set_up_email,
  phone: m.set_up_phone,
  vatId: m.set_up_vat_id,
  taxNumber: m.set_up_tax_number,
  iban: m.set_up_iban,
  bic: m.set_up_bic,
  taxation: m.set_up_taxation,
  country: m.set_up_country,
  ossSince: m.set_up_oss,
}

const hints: Readonly<Partial<Record<keyof SellerSettings, () => string>>> = {
  address: m.set_up_address_hint,
  vatId: m.set_up_vat_id_hint,
  taxNumber: m.set_up_tax_number_hint,
  iban: m.set_up_iban_hint,
  country: m.set_up_country_hint,
  ossSince: m.set_up_oss_hint,
}

const ways: Readonly<Record<Taxation, { readonly name: () => string; readonly effect: () => string }>> = {
  germany: { name: m.set_up_tax_germany, effect: m.set_up_tax_germany_effect },
  'small-business': { name: m.set_up_tax_small, effect: m.set_up_tax_small_effect },
  countries: { name: m.set_up_tax_countries, effect: m.set_up_tax_countries_effect },
}

/** Who sells, and how they are taxed. Fields that the environment decides are shown, and cannot be changed. */
export function SellerForm({ setUp }: { setUp: Pick<SetUpAtDesk, 'seller' | 'versions' | 'fixedOfSeller'> }) {
  const { fixedOfSeller } = setUp
  const fixedHint = useFixedHint()
  const isAllFixed = Object.keys(labels).every((field) => fixedOfSeller.includes(field))
  const { fields, change, faults, save, dialog, busy } = useSettingsForm('seller', {
    of: adminSetUpCalls.saveSeller,
    setUp,
    labels,
  })
  const propsOf = (field: keyof SellerSettings) => {
    const isFixed = fixedOfSeller.includes(field)
    return {
      label: labels[field](),
      hint: isAllFixed ? undefined : isFixed ? fixedHint : hints[field]?.(),
      value: fields[field],
      error: faults[field],
      readOnly: isFixed,
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    }
  }
  return (
    <SettingsFrame
      label={m.set_up_seller()}
      busy={isAllFixed ? undefined : busy}
      dialog={dialog}
      onSave={() => save()}
    >
      {isAllFixed ? <p>{fixedHint}</p> : null}
      <Field {...propsOf('name')} maxLength={200} />
      <TextArea {...propsOf('address')} rows={3} maxLength={1_000} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['email', 'phone', 'vatId', 'taxNumber', 'iban', 'bic'] as const).map((field) => (
          <Field key={field} {...propsOf(field)} maxLength={200} />
        ))}
      </div>
      <TaxationField
        value={fields.taxation}
        fixed={fixedOfSeller.includes('taxation') ? (isAllFixed ? '' : fixedHint) : undefined}
        error={faults.taxation}
        onChange={(taxation) => change({ taxation })}
      />
      {fields.taxation === 'countries' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field {...propsOf('country')} maxLength={2} />
          <Field {...propsOf('ossSince')} maxLength={10} />
        </div>
      ) : null}
    </SettingsFrame>
  )
}

type TaxationFieldProps = {
  value: Taxation
  /** Why it cannot be changed; undefined if it can. */
  fixed: string | undefined
  error: string | undefined
  onChange: (taxation: Taxation) => void
}

function TaxationField({ value, fixed, error, onChange }: TaxationFieldProps) {
  return (
    <>
      {fixed === undefined ? (
        <Choices
          label={m.set_up_taxation()}
          stacked
          value={value}
          choices={taxations.map((one) => ({ value: one, label: ways[one].name() }))}
          error={error}
          onChange={onChange}
        />
      ) : (
        <p>
          {m.set_up_taxation()}: {ways[value].name()}. {fixed}
        </p>
      )}
      <p aria-live="polite" className="max-w-[65ch] text-sm">
        {ways[value].effect()}
      </p>
    </>
  )
}
