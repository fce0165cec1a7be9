import type { FieldErrors } from 'react-hook-form'
import type { Registration } from '#contract/accounts/accounts.ts'
import { checkRegistration } from '#domain/accounts/account.ts'
import { faultSentence } from '#web/accounts/fault-sentence.ts'

/** What the registration form holds. */
export const emptyRegistration = {
  name: '',
  email: '',
  password: '',
  passwordConfirmation: '',
  couponCode: '',
  newsletter: false,
  termsAccepted: false,
}
type Entered = typeof emptyRegistration

/** The rules of the house in the form that the form library asks for. */
export function checkRegistrationForm(
  values: Entered,
):
  | { values: Entered; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<Entered> } {
  const faults = Object.entries(checkRegistration(values))
  if (faults.length === 0) return { values, errors: {} }
  const errors = faults.map(([field, fault]) => [field, { type: fault, message: faultSentence(fault) }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** What is sent: without the repeated password, and without what was left empty. */
export function registrationOf(entered: Entered): Registration {
  const couponCode = entered.couponCode.trim()
  return {
    name: entered.name.trim(),
    email: entered.email.trim(),
    password: entered.password,
    newsletter: entered.newsletter,
    termsAccepted: entered.termsAccepted,
    ...(couponCode && { couponCode }),
  }
}
