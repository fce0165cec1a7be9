import type { FieldErrors } from 'react-hook-form'
import { checkJoining } from '#domain/team/invite.ts'
import { m } from '#messages/generated/messages.js'
import { faultSentence } from '#web/accounts/fault-sentence.ts'

/** What the form of somebody who joins holds. */
export const emptyJoining = {
  name: '',
  email: '',
  password: '',
  passwordConfirmation: '',
  termsAccepted: false,
}
type Entered = typeof emptyJoining

type Checked =
  | { values: Entered; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<Entered> }

/** The rules of the house for a link that invites `domain`, in the form that the form library asks for. */
export function checkJoiningForm(domain: string | null): (values: Entered) => Checked {
  return (values) => {
    const faults = Object.entries(checkJoining(values, domain))
    if (faults.length === 0) return { values, errors: {} }
    const errors = faults.map(([field, fault]) => {
      const message =
        fault === 'email-other-domain'
          ? m.join_email_other_domain({ domain: domain ?? '' })
          : faultSentence(fault)
      return [field, { type: fault, message }]
    })
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
