import { useQueryClient } from '@tanstack/react-query'
import { adminBackupCalls } from '#contract/desk/backup-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { ProofForm } from './proof-form.tsx'

/** Deletes a backup after password and second factor. */
export function DeleteBackup({ file, onClose }: { file: string; onClose: () => void }) {
  const client = useQueryClient()
  const { busy, refusal, send } = useCall(
    (body: { file: string; password: string; code: string }, { keyOf }) =>
      call(adminBackupCalls.deleteBackup, { body, idempotencyKey: keyOf(body) }),
    {
      sentenceOf: firstFault,
      onDone: async () => {
        notify(m.backups_deleted(), 'success')
        onClose()
        await client.invalidateQueries({ queryKey: ['admin'] })
      },
    },
  )
  return (
    <Modal title={m.backups_delete_of({ file })} onClose={onClose}>
      <ProofForm
        hint={m.backups_delete_hint()}
        submit={m.backups_delete()}
        danger
        busy={busy}
        refusal={refusal}
        onProof={(proof) => send({ file, ...proof })}
      />
    </Modal>
  )
}
