import { useId } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'

/** Has a link for a new password mailed to the user's own address: the primary one, if it is confirmed. */
export function ResetLink({ title, contacts }: { title: string; contacts: Account['contacts'] }) {
  const heading = useId()
  const confirmed = contacts.filter((one) => one.confirmed)
  const contact = confirmed.find(({ primary }) => primary) ?? confirmed[0]

  const { busy, refusal, send } = useCall(
    (contactId: string) => call(accountCalls.sendResetLink, { body: { contactId } }),
    { onDone: () => notify(m.password_reset_sent(), 'success') },
  )

  return (
    <section aria-labelledby={heading} className="grid max-w-md justify-items-start gap-4">
      <div className="grid gap-1">
        <h2 id={heading}>{title}</h2>
        <p className="text-muted break-words">
          {contact ? m.password_reset_text({ email: contact.email }) : m.password_reset_unconfirmed()}
        </p>
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {contact ? (
        <Button busy={busy} onClick={() => send(contact.id)}>
          {m.password_reset_button()}
        </Button>
      ) : null}
    </section>
  )
}
