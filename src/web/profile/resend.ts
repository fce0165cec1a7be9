import { useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/take-account.ts'
import { notify } from '#web/ui/notifications-store.ts'
import type { Contact } from './contact.ts'

/** Has the confirmation message of a contact sent once more, and says that it was. */
export function useResend(): { resend: (contact: Contact) => Promise<void>; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const resend = async ({ id, email }: Contact) => {
    setBusy(true)
    const reply = await call(accountCalls.resendConfirmation, { body: { contactId: id } })
    setBusy(false)
    if (reply instanceof CallProblem) return notify(reply.detail, 'error')
    takeAccount(reply.body.account)
    notify(m.profile_confirmation_sent({ email }), 'success')
  }
  return { resend, busy }
}
