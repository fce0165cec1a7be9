import { type FormEvent, useState } from 'react'
import { adminBackupCalls } from '#contract/desk/backup-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

/** Asks for password and second factor, and then shows the address of a backup, which is good once. */
export function DownloadBackup({ file, onClose }: { file: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [address, setAddress] = useState<string>()
  const { busy, refusal, send } = useCall(
    (body: { file: string; password: string; code: string }) => call(adminBackupCalls.askForBackup, { body }),
    { sentenceOf: firstFault, onDone: ({ body }) => setAddress(body.address) },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && code.trim() !== '') send({ file, password, code })
  }
  return (
    <Modal title={m.backups_download_of({ file })} onClose={onClose}>
      {address === undefined ? (
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <p>{m.backups_download_hint()}</p>
          <PasswordField
            label={m.current_password()}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Field
            label={m.backups_code()}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          {refusal ? <Alert>{refusal}</Alert> : null}
          <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
            {m.backups_ask()}
          </Button>
        </form>
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
