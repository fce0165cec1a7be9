import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { identityQuery } from '#web/identity/code-host/code-host-section.tsx'
import { signInMethodsQuery } from '#web/identity/two-factor/sign-in-methods.ts'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { PasswordChangeForm } from './password-change-form.tsx'

/** Changes the user's password, or mails a link to users who do not know it or have none. */
export function Component() {
  return (
    <AccountPage title={m.password_page()} signedOut={m.password_signed_out()}>
      {({ account }) => <Password contacts={account.contacts} />}
    </AccountPage>
  )
}

function Password({ contacts }: { contacts: Account['contacts'] }) {
  const heading = useId()
  const client = useQueryClient()
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods?.hasPassword === false) return <ResetLink title={m.password_none_title()} contacts={contacts} />
  return (
    <>
      <section aria-labelledby={heading} className="grid gap-4">
        <div className="grid gap-1">
          <h2 id={heading}>{m.password_change_title()}</h2>
          <p className="max-w-prose text-muted">{m.password_change_lead()}</p>
        </div>
        <PasswordChangeForm
          className="max-w-md"
          currentLabel={m.current_password()}
          currentMissing={m.prompt_password_missing()}
          button={m.password_change_button()}
          differ={m.password_confirmation_differs}
          make={(body) => call(accountCalls.changePasswordSection, { body })}
          onDone={() => showChange(client)}
          withCodeHost
        />
      </section>
      <ResetLink title={m.password_forgot_title()} contacts={contacts} />
    </>
  )
}

async function showChange(client: QueryClient): Promise<void> {
  // the session has a new cookie; its tokens are bound to it
  await renewSession()
  await client.invalidateQueries({ queryKey: identityQuery.queryKey })
  notify(m.password_changed(), 'success')
}

/** Mails a link for a new password to the user's primary address, if it is confirmed. */
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
