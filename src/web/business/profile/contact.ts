import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { takeAccount } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { notify, notifyRefusal } from '#web/platform/ui/notifications-store.ts'

/** An email address of a user; once confirmed, it can be used for signing in. */
export type Contact = Account['contacts'][number]

/** Sends the confirmation mail of a contact again, and announces it. */
export function useResend() {
  return useCall(({ id }: Contact) => call(accountCalls.resendConfirmation, { body: { contactId: id } }), {
    onDone: ({ body }, { email }) => {
      takeAccount(body.account)
      notify(m.profile_confirmation_sent({ email }), 'success')
    },
    onRefused: notifyRefusal,
  })
}
