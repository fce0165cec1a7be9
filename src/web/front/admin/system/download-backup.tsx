import { useState } from 'react'
import { adminBackupCalls } from '#contract/desk/backup-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Modal } from '#web/platform/ui/modal.tsx'
import { ProofForm } from './proof-form.tsx'

/** Asks for password and second factor, and then shows the address of a backup, which is good once. */
export function DownloadBackup({ file, onClose }: { file: string; onClose: () => void }) {
  const [address, setAddress] = useState<string>()
  const { busy, refusal, send } = useCall(
    (body: { file: string; password: string; code: string }) => call(adminBackupCalls.askForBackup, { body }),
    { sentenceOf: firstFault, onDone: ({ body }) => setAddress(body.address) },
  )
  return (
    <Modal title={m.backups_download_of({ file })} onClose={onClose}>
      {address === undefined ? (
        <ProofForm
          hint={m.backups_download_hint()}
          submit={m.backups_ask()}
          busy={busy}
          refusal={refusal}
          onProof={(proof) => send({ file, ...proof })}
        />
      ) : (
        <div className="grid gap-5">
          <p>{m.backups_address_hint()}</p>
          <a href={address} download={file} className="link" onClick={onClose}>
            {m.backups_download_now()}
          </a>
        </div>
      )}
    </Modal>
  )
}
