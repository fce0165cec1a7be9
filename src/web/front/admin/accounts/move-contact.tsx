import { useId, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { type Person, usePersonChoice } from './person-choice.tsx'

/** Moves one of these people to another address, once its holder has followed a link. */
export function MoveContact({ people }: { people: readonly Person[] }) {
  const heading = useId()
  const { person, choice } = usePersonChoice(people)
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const { ask, dialog } = useAdminChange(adminAccountCalls.moveContact, {
    done: m.admin_move_done,
    onDone: () => {
      setEmail('')
      setReason('')
    },
  })
  const isReady = isEmail(email.trim()) && reason.trim() !== ''
  if (!person) return null
  const { accountId, contactId, name } = person

  const submit = () => {
    if (!isReady) return
    ask({
      message: m.admin_move_prompt(),
      children: (
        <p className="text-sm text-muted">{m.admin_move_prompt_text({ name, email: email.trim() })}</p>
      ),
      body: { accountId, contactId, email: email.trim(), reason },
    })
  }

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading}>{m.admin_move()}</h2>
      <Form aria-labelledby={heading} className="grid gap-3" onSubmit={submit}>
        {choice}
        <Field
          label={m.admin_move_email()}
          hint={m.admin_move_hint()}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextArea
          label={m.correction_reason()}
          hint={m.correction_reason_hint()}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div>
          <Button type="submit" disabled={!isReady}>
            {m.admin_move_send()}
          </Button>
        </div>
      </Form>
      {dialog}
    </section>
  )
}
