import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TermsSentence } from './terms-sentence.tsx'

type Agreement = { couponCode: string; newsletter: boolean; termsAccepted: boolean }

type AgreementFieldsProps = {
  register: (name: keyof Agreement) => ReturnType<UseFormRegister<Agreement>>
  errors: FieldErrors<Agreement>
  busy: boolean
  refusal: string | undefined
}

/** The end of a registration form: coupon, newsletter, terms and the button. */
export function AgreementFields({ register, errors, busy, refusal }: AgreementFieldsProps) {
  return (
    <>
      <Field
        label={m.register_coupon()}
        optional={m.account_optional()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.couponCode?.message}
        {...register('couponCode')}
      />
      <div className="grid gap-1.5">
        <Checkbox label={m.newsletter_consent()} {...register('newsletter')} />
        <Checkbox
          label={<TermsSentence />}
          error={errors.termsAccepted?.message}
          {...register('termsAccepted')}
        />
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.register_button()}
      </Button>
    </>
  )
}
