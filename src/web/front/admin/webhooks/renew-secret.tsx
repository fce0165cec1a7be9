import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { m } from '#messages/generated/messages.js'
import { ProofForm } from '#web/front/admin/system/proof-form.tsx'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Modal } from '#web/platform/ui/modal.tsx'
import { SecretShown } from './secret-shown.tsx'
import { hostOf, type WebhookAtDesk } from './webhook-at-desk.ts'

/** Gives an endpoint another secret after password and second factor, and shows it once. */
export function RenewSecret({ webhook, onClose }: { webhook: WebhookAtDesk; onClose: () => void }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const { busy, refusal, send } = useCall(
    (body: { id: string; password: string; code: string }) =>
      call(adminWebhookCalls.renewWebhookSecret, { body }),
    {
      sentenceOf: firstFault,
      onDone: async ({ body }) => {
        setSecret(body.secret)
        await client.invalidateQueries({ queryKey: ['admin'] })
      },
    },
  )
  return (
    <Modal title={m.webhooks_renew_of({ host: hostOf(webhook) })} onClose={onClose}>
      {secret === undefined ? (
        <ProofForm
          hint={m.webhooks_renew_hint()}
          submit={m.webhooks_renew()}
          busy={busy}
          refusal={refusal}
          onProof={(proof) => send({ id: webhook.id, ...proof })}
        />
      ) : (
        <SecretShown secret={secret} onClose={onClose} />
      )}
    </Modal>
  )
}
