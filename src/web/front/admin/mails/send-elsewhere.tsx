import { useState } from 'react'
import { adminMailCalls, type MailInQueue } from '#contract/admin/admin-mail-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

/** Asks for another address for a mail, and sends it there. */
export function SendElsewhere({ mail, onClose }: { mail: MailInQueue | undefined; onClose: () => void }) {
  return (
    <Modal title={m.mail_elsewhere_title({ subject: mail?.subject ?? '' })} onClose={onClose}>
      {mail ? <AddressForm key={mail.id} mailId={mail.id} onClose={onClose} /> : null}
    </Modal>
  )
}

function AddressForm({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const [to, setTo] = useState('')
  const { busy, refusal, faults, submit, dialog } = useDeskChange(adminMailCalls.sendMailAgain, {
    message: m.history_mail_again_prompt(),
    fields: ['to'],
    done: m.history_mail_again_done,
    onDone: () => onClose(),
  })
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={submit({ mailId, to })}>
        <p className="text-sm">{m.mail_elsewhere_hint()}</p>
        <Field
          type="email"
          label={m.mail_elsewhere_to()}
          autoComplete="off"
          maxLength={254}
          value={to}
          error={faults.to}
          onChange={(event) => setTo(event.target.value)}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" className="justify-self-end" busy={busy}>
          {m.mail_elsewhere_send()}
        </Button>
      </form>
      {dialog}
    </>
  )
}
