import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { m } from '#messages/generated/messages.js'
import { ProofForm } from '#web/front/admin/system/proof-form.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { answerText } from './answer-text.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { RenewSecret } from './renew-secret.tsx'
import { hostOf, type WebhookAtDesk } from './webhook-at-desk.ts'
import { WebhookForm } from './webhook-form.tsx'

type Asked =
  | { readonly act: 'add' }
  | { readonly act: 'change' | 'delete' | 'renew'; readonly webhook: WebhookAtDesk }

/** The endpoints that are notified of events, and what was sent to them. */
export function Component() {
  const read = useDeskRead(adminWebhookCalls.webhooksAtDesk, 'endpoints[]')
  return (
    <AdminPage title={m.webhooks_page()}>
      <p className="max-w-[65ch]">{m.webhooks_hint()}</p>
      {read.data ? null : <ReadState read={read} />}
      {read.data ? <Webhooks {...read.data} /> : null}
    </AdminPage>
  )
}

function Webhooks({ available, endpoints }: { available: boolean; endpoints: readonly WebhookAtDesk[] }) {
  const [asked, setAsked] = useState<Asked>()
  const [shownId, setShownId] = useState<string>()
  const shown = endpoints.find(({ id }) => id === shownId)
  const close = () => setAsked(undefined)
  if (!available) return <p>{m.webhooks_not_in_demo()}</p>
  return (
    <>
      {endpoints.length === 0 ? (
        <p className="text-muted">{m.webhooks_none()}</p>
      ) : (
        <DeskTable
          label={m.webhooks_page()}
          columns={columns(setAsked, setShownId)}
          rows={endpoints}
          keyOf={({ id }) => id}
        />
      )}
      <div>
        <Button variant="primary" onClick={() => setAsked({ act: 'add' })}>
          {m.webhooks_add()}
        </Button>
      </div>
      {shown ? <DeliveriesSection key={shown.id} webhook={shown} /> : null}
      {asked?.act === 'add' ? (
        <Modal title={m.webhooks_add()} onClose={close} className="max-w-xl">
          <WebhookForm onClose={close} />
        </Modal>
      ) : null}
      {asked?.act === 'change' ? (
        <Modal
          title={m.webhooks_change_of({ host: hostOf(asked.webhook) })}
          onClose={close}
          className="max-w-xl"
        >
          <WebhookForm webhook={asked.webhook} onClose={close} />
        </Modal>
      ) : null}
      {asked?.act === 'delete' ? <DeleteWebhook webhook={asked.webhook} onClose={close} /> : null}
      {asked?.act === 'renew' ? <RenewSecret webhook={asked.webhook} onClose={close} /> : null}
    </>
  )
}

function columns(ask: (asked: Asked) => void, show: (id: string) => void): readonly Column<WebhookAtDesk>[] {
  return [
    { title: m.webhooks_address(), of: ({ url }) => url },
    {
      title: m.webhooks_events(),
      of: ({ events }) => m.webhooks_events_count({ count: events.length, all: webhookEvents.length }),
    },
    {
      title: m.webhooks_state(),
      look: 'long',
      of: ({ active, switchedOff, formerSecretUntil }) => (
        <>
          {active ? m.webhooks_on() : switchedOff ? offTexts[switchedOff]() : m.webhooks_off()}
          {formerSecretUntil ? (
            <p className="caption">{m.webhooks_former_until({ until: adminTime(formerSecretUntil) })}</p>
          ) : null}
        </>
      ),
    },
    { title: m.webhooks_waiting(), look: 'amount', of: ({ waiting }) => waiting },
    {
      title: m.webhooks_last(),
      look: 'long',
      of: ({ last }) =>
        last ? (
          <>
            {answerText(last)}, <span className="whitespace-nowrap">{adminTime(last.at)}</span>
          </>
        ) : (
          '–'
        ),
    },
    actsColumn((webhook) => (
      <span className="flex flex-wrap gap-2">
        <Button aria-label={m.webhooks_show_of({ host: hostOf(webhook) })} onClick={() => show(webhook.id)}>
          {m.webhooks_show()}
        </Button>
        <TestButton webhook={webhook} />
        {acts.map(({ act, text, label }) => (
          <Button
            key={act}
            aria-label={label({ host: hostOf(webhook) })}
            onClick={() => ask({ act, webhook })}
          >
            {text()}
          </Button>
        ))}
      </span>
    )),
  ]
}

const acts = [
  { act: 'change', text: m.webhooks_change, label: m.webhooks_change_of },
  { act: 'renew', text: m.webhooks_renew, label: m.webhooks_renew_of },
  { act: 'delete', text: m.webhooks_delete, label: m.webhooks_delete_of },
] as const
const offTexts = { gone: m.webhooks_off_gone, 'given-up': m.webhooks_off_given_up } as const

/** Sends the test event, and says what the receiver answered. */
function TestButton({ webhook }: { webhook: WebhookAtDesk }) {
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

/** Deletes an endpoint after password and second factor. */
function DeleteWebhook({ webhook, onClose }: { webhook: WebhookAtDesk; onClose: () => void }) {
  const client = useQueryClient()
  const { busy, refusal, send } = useCall(
    (body: { id: string; password: string; code: string }, { keyOf }) =>
      call(adminWebhookCalls.deleteWebhook, { body, idempotencyKey: keyOf(body) }),
    {
      sentenceOf: firstFault,
      onDone: async () => {
        notify(m.webhooks_deleted(), 'success')
        onClose()
        await client.invalidateQueries({ queryKey: ['admin'] })
      },
    },
  )
  return (
    <Modal title={m.webhooks_delete_of({ host: hostOf(webhook) })} onClose={onClose}>
      <ProofForm
        hint={m.webhooks_delete_hint()}
        submit={m.webhooks_delete()}
        danger
        busy={busy}
        refusal={refusal}
        onProof={(proof) => send({ id: webhook.id, ...proof })}
      />
    </Modal>
  )
}
