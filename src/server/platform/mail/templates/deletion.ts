import { href } from '#contract/pages.ts'
import type { DeletionScope } from '#domain/accounts/deletion.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

/**
 * Notifies of the coming deletion of an account or user, its day (`YYYY-MM-DD`), and how to take it back. The account's
 * name is left out, because it is its owner's input.
 */
export const deletionRequestedMail = mailOf(
  (
    { name, day, scope }: { readonly name: string; readonly day: string; readonly scope: DeletionScope },
    locale,
  ) => {
    const ofOthers = scope === 'account-of-others'
    return {
      facts: { date: formatDay(day, locale) },
      name,
      subject: m.mail_deletion_requested_subject,
      text: requested[scope],
      button: ofOthers ? m.mail_deletion_requested_button_others : m.mail_deletion_requested_button,
      page: `${href('profile')}#own-data`,
      note: ofOthers ? m.mail_deletion_requested_note_others : m.mail_deletion_requested_note,
    }
  },
)

/** Notifies that a deletion was taken back. */
export const deletionTakenBackMail = mailOf(
  ({ name, scope }: { readonly name: string; readonly scope: DeletionScope }) => {
    const ofOthers = scope === 'account-of-others'
    return {
      facts: {},
      name,
      subject: m.mail_deletion_taken_back_subject,
      text: takenBack[scope],
      button: m.mail_deletion_taken_back_button,
      page: href('profile'),
      note: ofOthers ? m.mail_deletion_taken_back_note_others : m.mail_deletion_taken_back_note,
    }
  },
)

/** The last mail, after the deletion. It names no one, because it is stored some days longer than the account. */
export const deletedMail = mailOf(({ scope }: { readonly scope: DeletionScope }) => ({
  facts: {},
  subject: m.mail_deleted_subject,
  text: deleted[scope],
  button: m.mail_deleted_button,
  page: href('landing'),
  note: m.mail_deleted_note,
}))

const requested = {
  'own-account': m.mail_deletion_requested_own_account,
  'account-of-others': m.mail_deletion_requested_account_of_others,
  'own-user': m.mail_deletion_requested_own_user,
}

const takenBack = {
  'own-account': m.mail_deletion_taken_back_own_account,
  'account-of-others': m.mail_deletion_taken_back_account_of_others,
  'own-user': m.mail_deletion_taken_back_own_user,
}

const deleted = {
  'own-account': m.mail_deleted_own_account,
  'account-of-others': m.mail_deleted_account_of_others,
  'own-user': m.mail_deleted_own_user,
}
