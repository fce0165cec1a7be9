import type { FieldErrors } from 'react-hook-form'
import { checkAdminForm } from '#domain/accounts/admin.ts'
import { faultSentence } from '#web/accounts/fault-sentence.ts'

/** What the form of a new admin holds. */
export const emptyAdmin = { name: '', email: '', password: '', passwordConfirmation: '' }
type Entered = typeof emptyAdmin

/** The rules of the house in the form that the form library asks for. */
export function checkEnteredAdmin(
  values: Entered,
):
  | { values: Entered; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<Entered> } {
  const faults = Object.entries(checkAdminForm(values))
  if (faults.length === 0) return { values, errors: {} }
  const errors = faults.map(([field, fault]) => [field, { type: fault, message: faultSentence(fault) }])
  return { values: {}, errors: Object.fromEntries(errors) }
}
