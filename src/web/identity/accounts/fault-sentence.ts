import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { RegistrationFault } from '#domain/accounts/account.ts'
import { m } from '#messages/generated/messages.js'

const sentences: Record<RegistrationFault, () => string> = {
  'name-missing': m.field_name_missing,
  'email-missing': m.field_email_missing,
  'email-invalid': m.field_email_invalid,
  'passwords-differ': m.field_passwords_differ,
  'password-missing': m.field_password_missing,
  'password-too-short': m.field_password_too_short,
  'password-too-long': m.field_password_too_long,
  'coupon-invalid': m.field_coupon_invalid,
  'terms-not-accepted': m.field_terms_not_accepted,
}

/** Returns the message for a fault. */
export function faultSentence(fault: RegistrationFault): string {
  return sentences[fault]()
}

type Checked<Entered extends FieldValues> =
  | { values: Entered; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<Entered> }

/**
 * Adapts the rules shared with the server to react-hook-form.
 * @param faultsOf errors by field
 */
export function checkedBy<Entered extends FieldValues, Fault extends string>(
  faultsOf: (values: Entered) => { readonly [field: string]: Fault },
  sentenceOf: (fault: Fault) => string,
): <Values extends Entered>(values: Values) => Checked<Values> {
  return (values) => {
    const faults = Object.entries(faultsOf(values))
    if (faults.length === 0) return { values, errors: {} }
    const errors = faults.map(([field, fault]) => [field, { type: fault, message: sentenceOf(fault) }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
