import { useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { href } from '#contract/pages.ts'
import { isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import { MessageSent } from '#web/identity/accounts/message-sent.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** Requests a mailed link for a new password. The answer is the same for unknown addresses. */
export function Component() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <MessageSent
        email={sentTo}
        page={m.request_reset_page()}
        title={m.request_reset_done_title()}
        text={m.request_reset_done({ email: sentTo })}
        hint={m.request_reset_done_hint()}
        loginLabel={m.request_reset_login()}
      />
    )
  return (
    <NarrowPage page={m.request_reset_page()} title={m.request_reset_title()}>
      <p className="mt-2 text-muted">{m.request_reset_text()}</p>
      <RequestForm onSent={setSentTo} />
      <p className="mt-8 border-t border-line pt-5 text-sm">
        <Link to={href('login')} className="link">
          {m.request_reset_login()}
        </Link>
      </p>
    </NarrowPage>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { state } = useLocation() as { state: { email?: string } | null }
  const session = useSession()
  const known = session?.authenticated ? session.user.email : undefined
  const [email, setEmail] = useState(state?.email ?? known ?? '')
  const { busy, refusal, faults, submit } = useCall(
    (wanted: string) => call(credentialCalls.requestReset, { body: { email: wanted } }),
    {
      check: (wanted) => ({ email: faultOf(wanted) }),
      fields: ['email'],
      onDone: (_, wanted) => onSent(wanted),
    },
  )

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit(email.trim())}>
      <Field
        label={m.account_email()}
        type="email"
        autoComplete="username"
        autoFocus
        error={faults.email}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.request_reset_button()}
      </Button>
    </form>
  )
}

function faultOf(email: string): string | undefined {
  if (email === '') return m.field_email_missing()
  return isEmail(email) ? undefined : m.field_email_invalid()
}
