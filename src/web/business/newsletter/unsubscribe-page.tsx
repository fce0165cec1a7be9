import { useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink, useLinkSecret } from '#web/identity/accounts/link-secret.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

const parts = ['token'] as const

/** The page of a newsletter's unsubscribe link. It needs a press of a button, because mail scanners open links. */
export function Component() {
  const { token = '' } = useLinkSecret(parts)
  const [done, setDone] = useState(false)
  const { busy, refusal, submit } = useCall(() => call(accountCalls.unsubscribe, { query: { token } }), {
    sentenceOf: ({ code, detail }) => (code === 'not-found' ? m.unsubscribe_bad_link() : detail),
    onDone: () => {
      forgetLink()
      setDone(true)
      return renewSession()
    },
  })
  return (
    <NarrowPage page={m.unsubscribe_page()} title={m.unsubscribe_page()}>
      {done ? (
        <div role="status" className="mt-5 grid justify-items-start gap-4">
          <p>{m.unsubscribe_done()}</p>
          <Link to={href('content')} className="link">
            {m.wizard_content()}
          </Link>
        </div>
      ) : (
        <form noValidate className="mt-5 grid justify-items-start gap-5" onSubmit={submit()}>
          <p className="text-muted">{m.unsubscribe_lead()}</p>
          {refusal ? <Alert>{refusal}</Alert> : null}
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {m.unsubscribe_button()}
          </Button>
        </form>
      )}
    </NarrowPage>
  )
}
