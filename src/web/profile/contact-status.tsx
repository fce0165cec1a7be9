import { m } from '#messages/generated/messages.js'
import type { Contact } from './contact.ts'

/** Whether a contact is the primary one, and whether it was confirmed. */
export function ContactStatus({ contact: { primary, confirmed } }: { contact: Contact }) {
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
