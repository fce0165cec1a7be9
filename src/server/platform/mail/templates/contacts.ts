import { href } from '#contract/pages.ts'
import { pendingContactDays } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

type ContactToConfirm = {
  readonly name: string
  readonly email: string
  readonly code: string
  /** Path of the page that was requested before the registration. */
  readonly next?: string | undefined
}

/**
 * Asks a new user to confirm their address. The link opens a page; only its button confirms.
 * @param trialDays of the trial that begins then; 0 for none
 */
export const confirmContactMail = mailOf(
  ({ name, email, code, next, trialDays = 0 }: ContactToConfirm & { readonly trialDays?: number }) => ({
    facts: { email, days: pendingContactDays, trialDays },
    name,
    subject: m.mail_confirm_contact_subject,
    text: trialDays > 0 ? m.mail_confirm_contact_text_trial : m.mail_confirm_contact_text,
    button: m.mail_confirm_contact_button,
    page: href('confirmContact', {}, { contact: email, code, next }),
    note: m.mail_confirm_contact_note,
  }),
)

/** Asks to confirm an address that was added to an existing account. */
export const confirmAddedContactMail = mailOf(({ name, email, code }: ContactToConfirm) => ({
  facts: { email, days: pendingContactDays },
  name,
  subject: m.mail_confirm_added_contact_subject,
  text: m.mail_confirm_added_contact_text,
  button: m.mail_confirm_contact_button,
  page: href('confirmContact', {}, { contact: email, code }),
  note: m.mail_confirm_added_contact_note,
}))

/** Notifies the owner of an account of a registration attempt with their address, without any of its input. */
export const alreadyRegisteredMail = mailOf(({ email }: { readonly email: string }) => ({
  facts: { email },
  subject: m.mail_already_registered_subject,
  text: m.mail_already_registered_text,
  button: m.mail_already_registered_button,
  page: href('login'),
  note: m.mail_already_registered_note,
}))

/** Notifies the owner of an address of an attempt to add it to another account, without any of their data. */
export const contactInUseMail = mailOf(({ email }: { readonly email: string }) => ({
  facts: { email },
  subject: m.mail_contact_in_use_subject,
  text: m.mail_contact_in_use_text,
  button: m.mail_contact_in_use_button,
  page: href('profile'),
  note: m.mail_contact_in_use_note,
}))

export type ContactChange = 'added' | 'removed' | 'primary'

/** Notifies a user of changed contacts. */
export const contactChangedMail = mailOf(
  ({
    name,
    email,
    change,
  }: {
    readonly name: string
    readonly email: string
    readonly change: ContactChange
  }) => ({
    facts: { email },
    name,
    subject: m.mail_contact_changed_subject,
    text: contactChanges[change],
    button: m.mail_contact_changed_button,
    page: href('profile'),
    note: m.mail_contact_changed_note,
  }),
)

const contactChanges = {
  added: m.mail_contact_changed_added,
  removed: m.mail_contact_changed_removed,
  primary: m.mail_contact_changed_primary,
} as const
