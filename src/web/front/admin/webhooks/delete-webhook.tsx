import { useQueryClient } from '@tanstack/react-query'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { m } from '#messages/generated/messages.js'
import { ProofForm } from '#web/front/admin/system/proof-form.tsx'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { hostOf, type WebhookAtDesk } from './webhooks-query.ts'

/** Deletes an endpoint after password and second factor. */
export function DeleteWebhook({ webhook, onClose }: { webhook: WebhookAtDesk; onClose: () => void }) {
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
