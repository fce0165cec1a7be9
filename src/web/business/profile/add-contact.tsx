import { type FormEvent, useState } from 'react'
import { emailKey, isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import type { Contact } from './contact.ts'
import type { ContactEdit } from './contact-edit.tsx'

/** Adds a contact. Faults that the browser can detect are shown before the password is asked for. */
export function AddContact({
  contacts,
  edit,
}: {
  contacts: readonly Contact[]
  edit: (change: ContactEdit) => void
}) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = text.trim()
    const wrong = faultOf(email, contacts)
    setFault(wrong)
    if (!wrong) edit({ kind: 'add', email, onAdded: () => setText('') })
  }

  return (
    <form noValidate className="mt-2 grid max-w-md gap-4" onSubmit={submit}>
      <Field
        label={m.profile_contact_new()}
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={m.profile_contact_new_hint()}
        error={fault}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="justify-self-start">
        {m.profile_contact_add()}
      </Button>
    </form>
  )
}

function faultOf(email: string, contacts: readonly Contact[]): string | undefined {
  if (email === '') return m.field_email_missing()
  if (!isEmail(email)) return m.field_email_invalid()
  const taken = contacts.some((contact) => emailKey(contact.email) === emailKey(email))
  return taken ? m.problem_contact_taken() : undefined
}
