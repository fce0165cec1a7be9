import { type ReactNode, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { useWideScreen } from '#web/platform/ui/wide-screen.ts'
import { AddContact } from './add-contact.tsx'
import { type Contact, useResend } from './contact.ts'
import { type ContactEdit, questionOf } from './contact-edit.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The user's contacts, as a table, on phones as a list. Every edit asks for the current password first. */
export function ContactsSection({ contacts }: { contacts: readonly Contact[] }) {
  const { ask, dialog } = usePasswordPrompt()
  const wide = useWideScreen()
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = (change: ContactEdit) => ask(questionOf(change, () => heading.current?.focus()))
  const Contacts = wide ? ContactTable : ContactList
  return (
    <ProfileSection title={m.profile_contacts()} lead={m.profile_contacts_lead()} heading={heading}>
      <Contacts contacts={contacts} edit={edit} />
      <AddContact contacts={contacts} edit={edit} />
      {dialog}
    </ProfileSection>
  )
}

type Shown = { contacts: readonly Contact[]; edit: (change: ContactEdit) => void }

function ContactTable({ contacts, edit }: Shown) {
  return (
    <table className="table w-full">
      <thead>
        <tr>
          <th scope="col" className="pl-0!">
            {m.profile_contact()}
          </th>
          <th scope="col">{m.profile_contact_status()}</th>
          <th scope="col" className="pr-0! text-right">
            {m.profile_contact_actions()}
          </th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id}>
            <th scope="row" className="w-full max-w-0 truncate pl-0!" title={contact.email}>
              {contact.email}
            </th>
            <td>
              <ContactStatus contact={contact} />
            </td>
            <td className="pr-0!">
              <ContactActions contact={contact} edit={edit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ContactList({ contacts, edit }: Shown) {
  return (
    <ul className="grid border-t border-line">
      {contacts.map((contact) => (
        <li key={contact.id} className="grid gap-2 border-b border-line py-3">
          <p className="min-w-0 wrap-anywhere">{contact.email}</p>
          <ContactStatus contact={contact} />
          <ContactActions contact={contact} edit={edit} />
        </li>
      ))}
    </ul>
  )
}

/** Shows whether a contact is the primary one, and whether it is confirmed. */
function ContactStatus({ contact: { primary, confirmed } }: { contact: Contact }) {
  return (
    <span className="flex flex-wrap gap-1.5 sm:flex-nowrap text-[0.8125rem]">
      {primary ? (
        <span className="rounded-control bg-accent-soft px-2 py-0.5 font-medium text-accent">
          {m.profile_contact_primary()}
        </span>
      ) : null}
      {confirmed ? (
        <span className="rounded-control border border-line px-2 py-0.5">
          {m.profile_contact_confirmed()}
        </span>
      ) : (
        <span className="rounded-control border border-dashed border-control px-2 py-0.5 text-muted">
          {m.profile_contact_pending()}
        </span>
      )}
    </span>
  )
}

function ContactActions({ contact, edit }: { contact: Contact; edit: (change: ContactEdit) => void }) {
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

/** Distinguishes the buttons of several contacts for screen readers. */
function Named({ email, children }: { email: string; children: ReactNode }) {
  return (
    <span>
      {children} <span className="sr-only">{email}</span>
    </span>
  )
}
