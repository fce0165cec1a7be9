import { useState } from 'react'
import { adminWebhookCalls, type WebhookDelivery } from '#contract/webhooks/webhook-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { answerText } from './answer-text.ts'
import { hostOf, type WebhookAtDesk } from './webhook-at-desk.ts'

/** What was sent to an endpoint within 30 days, with the replies; sends one again. */
export function DeliveriesSection({ webhook }: { webhook: WebhookAtDesk }) {
  const read = useDeskRead(adminWebhookCalls.webhookDeliveries, 'deliveries[]', {
    params: { id: webhook.id },
  })
  const [opened, setOpened] = useState<WebhookDelivery>()
  const { refusal, send, dialog } = useDeskChange(adminWebhookCalls.resendWebhook, {
    message: m.webhooks_again_prompt(),
    done: m.webhooks_again_done,
  })
  const deliveries = read.data?.deliveries
  return (
    <section aria-labelledby="deliveries" className="grid gap-3">
      <h2 id="deliveries">{m.webhooks_show_of({ host: hostOf(webhook) })}</h2>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {deliveries ? null : <ReadState read={read} />}
      {deliveries?.length === 0 ? <p className="text-muted">{m.webhooks_deliveries_none()}</p> : null}
      {deliveries && deliveries.length > 0 ? (
        <DeskTable
          label={m.webhooks_show()}
          columns={columns(setOpened, (id) => send({ id }))}
          rows={deliveries}
          keyOf={({ id }) => id}
        />
      ) : null}
      {opened ? (
        <Modal
          title={m.webhooks_details_of({ id: opened.messageId })}
          onClose={() => setOpened(undefined)}
          className="max-w-xl"
        >
          <div className="grid gap-3">
            <h3>{m.webhooks_request()}</h3>
            <pre className="wrap-anywhere whitespace-pre-line">{opened.body}</pre>
            <h3>{m.webhooks_reply()}</h3>
            <p>{answerText(opened)}</p>
            <pre className="wrap-anywhere whitespace-pre-line">{opened.reply}</pre>
          </div>
        </Modal>
      ) : null}
      {dialog}
    </section>
  )
}

function columns(
  open: (delivery: WebhookDelivery) => void,
  sendAgain: (id: string) => void,
): readonly Column<WebhookDelivery>[] {
  return [
    { title: m.webhooks_event(), of: ({ type }) => type },
    { title: m.webhooks_created(), look: 'digits', of: ({ createdAt }) => adminTime(createdAt) },
    { title: m.webhooks_state(), of: stateText },
    { title: m.webhooks_attempts(), look: 'amount', of: ({ attempts }) => attempts },
    { title: m.webhooks_last(), look: 'long', of: answerText },
    {
      title: m.webhooks_duration(),
      look: 'amount',
      of: ({ durationMs }) => (durationMs === null ? '–' : m.webhooks_milliseconds({ count: durationMs })),
    },
    actsColumn((delivery) => (
      <span className="flex flex-wrap gap-2">
        <Button aria-label={m.webhooks_details_of({ id: delivery.messageId })} onClick={() => open(delivery)}>
          {m.webhooks_details()}
        </Button>
        {delivery.type === 'webhook.test' ? null : (
          <Button
            aria-label={m.webhooks_again_of({ id: delivery.messageId })}
            onClick={() => sendAgain(delivery.id)}
          >
            {m.webhooks_again()}
          </Button>
        )}
      </span>
    )),
  ]
}

function stateText({ state, nextAttemptAt }: WebhookDelivery): string {
  if (state === 'delivered') return m.webhooks_delivered()
  return nextAttemptAt === null ? m.webhooks_given_up() : m.webhooks_waits({ at: adminTime(nextAttemptAt) })
}
