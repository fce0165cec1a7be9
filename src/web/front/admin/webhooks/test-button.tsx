import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { answerText } from './answer-text.ts'
import { hostOf, type WebhookAtDesk } from './webhooks-query.ts'

/** Sends the test event, and says what the receiver answered. */
export function TestButton({ webhook }: { webhook: WebhookAtDesk }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminWebhookCalls.testWebhook, {
    message: m.webhooks_test_prompt(),
    onDone: ({ body }) =>
      body.delivered
        ? notify(m.webhooks_tested(), 'success')
        : notify(m.webhooks_test_failed({ answer: answerText(body) }), 'error'),
  })
  return (
    <>
      <Button
        aria-label={m.webhooks_test_of({ host: hostOf(webhook) })}
        busy={busy}
        onClick={() => send({ id: webhook.id })}
      >
        {m.webhooks_test()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}
