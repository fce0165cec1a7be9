import { useState } from 'react'
import { href } from '#contract/pages.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink } from '#web/identity/accounts/link-secret.ts'
import { MailedLink } from '#web/identity/accounts/mailed-link.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { ConfirmForm } from './confirm-form.tsx'

/** The page of a mailed confirmation link. Only the button confirms, because mail scanners open links. */
export function Component() {
  return (
    <MailedLink>
      {({ contact, code }) => (
        <NarrowPage page={m.confirm_page()} title={m.confirm_title()}>
          <p className="mt-4 text-[1.0625rem]">{m.confirm_text({ contact })}</p>
          <ConfirmForm contact={contact} code={code} />
          <RefuseJoining contact={contact} code={code} />
        </NarrowPage>
      )}
    </MailedLink>
  )
}

/** Lets the owner of an address refuse an invitation that another person entered it into. */
function RefuseJoining({ contact, code }: { contact: string; code: string }) {
  const navigate = useNavigate()
  const [isJoining] = useState(() => new URLSearchParams(location.search).has('joining'))
  const { busy, refusal, send } = useCall(() => call(teamCalls.refuseJoining, { body: { contact, code } }), {
    onDone: () => {
      forgetLink()
      notify(m.join_refused(), 'success')
      return navigate(href('register'), { replace: true })
    },
  })
  if (!isJoining) return null
  return (
    <div className="mt-8 grid gap-3 border-t border-line pt-6">
      <p className="text-sm text-muted">{m.join_refuse_text()}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button busy={busy} onClick={() => send()}>
        {m.join_refuse()}
      </Button>
    </div>
  )
}
