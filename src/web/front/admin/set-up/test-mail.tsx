import { adminSetUpCalls, type MailTest } from '#contract/desk/set-up-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** Mails the admin a test, and shows what the mail server answered. */
export function TestMail({ last }: { last: MailTest | null }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSetUpCalls.testMailServer, {
    message: m.set_up_mail_test_prompt(),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <div aria-live="polite" className="wrap-anywhere">
        <Outcome last={last} />
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div>
        <Button busy={busy} onClick={() => send({})}>
          {m.set_up_mail_test()}
        </Button>
      </div>
      {dialog}
    </div>
  )
}

function Outcome({ last }: { last: MailTest | null }) {
  if (!last) return <p>{m.set_up_mail_untested()}</p>
  const { answer } = last
  return last.delivered ? (
    <p>{m.set_up_mail_delivered({ answer })}</p>
  ) : (
    <Alert>{m.set_up_mail_refused({ answer })}</Alert>
  )
}
