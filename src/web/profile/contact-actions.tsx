import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { Contact } from './contact.ts'
import type { ContactEdit } from './contact-edit.tsx'
import { useResend } from './resend.ts'

/** What can be done with a contact as it stands. */
export function ContactActions({ contact, edit }: { contact: Contact; edit: (change: ContactEdit) => void }) {
  const { send: resend, busy } = useResend()
  const { email, primary, confirmed, removable } = contact
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      {confirmed ? null : (
        <Button busy={busy} onClick={() => resend(contact)}>
          <Named email={email}>{m.profile_resend_confirmation()}</Named>
        </Button>
      )}
      {confirmed && !primary ? (
        <Button onClick={() => edit({ kind: 'primary', contact })}>
          <Named email={email}>{m.profile_contact_make_primary()}</Named>
        </Button>
      ) : null}
      {removable ? (
        <Button onClick={() => edit({ kind: 'remove', contact })}>
          <Named email={email}>{m.profile_contact_remove()}</Named>
        </Button>
      ) : null}
    </div>
  )
}

/** Tells the buttons of several contacts apart for whoever does not see their rows. */
function Named({ email, children }: { email: string; children: ReactNode }) {
  return (
    <span>
      {children} <span className="sr-only">{email}</span>
    </span>
  )
}
